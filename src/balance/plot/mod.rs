//! Pictures of a search, as SVG.

mod drift;
mod funnel;
mod map;
mod spread;
mod svg;

use super::error::BalanceError;
use super::findings;
use super::ladder::Rung;
use super::status::by_rung;
use super::store::Store;
pub(super) use svg::escape;

/// All pictures: the name of each, and its SVG.
///
/// # Errors
/// If the store cannot be read.
pub fn all(store: &mut Store) -> Result<Vec<(&'static str, String)>, BalanceError> {
    let counts = store.counts()?;
    let rungs = by_rung(store.ladder(), &counts);
    let climbed: Vec<Rung> = store.ladder().stages().chain(store.ladder().deepening()).cloned().collect();
    let deepening: Vec<Rung> = store.ladder().deepening().cloned().collect();
    let deepened = findings::deepened(store)?;
    Ok(vec![
        ("funnel", funnel::draw(&rungs)),
        ("spread", spread::draw(store, &climbed)?),
        ("drift", drift::draw(&deepened, &deepening, &store.config().corridor.clone())),
        ("map", map::draw(store, &deepened)?),
    ])
}
