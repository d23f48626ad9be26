//! How a run is asked to stop.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::error::BalanceError;

/// A flag that everybody looks at and anybody may raise.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once the flag is raised.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Raises the flag at Ctrl-C, or a request of the system to end, and at a line `quit` on
    /// standard input. The end of the input means nothing, so that a run can do without one.
    ///
    /// # Errors
    /// If the system does not let signals be handled.
    pub fn listen(&self) -> Result<(), BalanceError> {
        let stop = self.clone();
        ctrlc::set_handler(move || stop.request())
            .map_err(|error| BalanceError::Usage(format!("Ctrl-C cannot be handled: {error}")))?;
        let stop = self.clone();
        std::thread::spawn(move || {
            let lines = std::io::stdin().lock().lines().map_while(Result::ok);
            if lines.into_iter().any(|line| matches!(line.trim(), "quit" | "stop" | "exit")) {
                stop.request();
            }
        });
        Ok(())
    }
}
