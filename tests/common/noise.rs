//! Lines without sense, for loops that must survive them.

/// A small generator of its own, so that a failure repeats itself.
pub struct Noise {
    state: u64,
    words: &'static [&'static str],
}

impl Noise {
    /// Noise made of words that mean something to a loop, so that it reaches every handler.
    pub fn new(seed: u64, words: &'static [&'static str]) -> Self {
        Self { state: seed, words }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound as u64) as usize
    }

    /// A line: words, words cut off, bytes of any kind, and now and then far too many of them.
    fn line(&mut self) -> Vec<u8> {
        let mut line = match self.below(20) {
            0..=12 => self.sentence(),
            13..=15 => {
                let mut words = self.sentence();
                words.truncate(self.below(words.len() + 1));
                words
            }
            _ => (0..self.below(80)).map(|_| self.below(256) as u8).filter(|&byte| byte != b'\n').collect(),
        };
        if self.below(2_000) == 0 {
            line.resize(line.len() + self.below(400 << 10), b'x');
        }
        line.extend(if self.below(4) == 0 { &b"\r\n"[..] } else { b"\n" });
        line
    }

    fn sentence(&mut self) -> Vec<u8> {
        let words: Vec<&str> = (0..self.below(5)).map(|_| self.words[self.below(self.words.len())]).collect();
        words.join([" ", "  ", "\t"][self.below(3)]).into()
    }

    /// So many lines.
    pub fn lines(&mut self, count: usize) -> Vec<u8> {
        (0..count).flat_map(|_| self.line()).collect()
    }
}
