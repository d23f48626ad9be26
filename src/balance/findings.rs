//! What the evaluations amount to: standings of deepened pairs, medians, zeros that do not last.

use std::collections::BTreeMap;

use super::error::BalanceError;
use super::ladder::{Level, Rung};
use super::pair::{Pair, PairKind};
use super::stats;
use super::store::Store;
use super::value::Value;
use super::verdict::{Standing, standing};

/// Further engines that must agree before a pair is confirmed.
const VERIFIERS: usize = 2;
/// How many symmetrical starts a verifier's median is taken over.
const CONTROLS: usize = 960;

/// A pair that has been searched beyond the stages.
#[derive(Clone, PartialEq, Debug)]
pub struct Deepened {
    /// The pair.
    pub pair: Pair,
    /// Its values, smallest budget first.
    pub values: Vec<(Level, Value)>,
    /// Where it stands.
    pub standing: Standing,
    /// What each further engine says, `None` where it has not been asked yet.
    pub verifications: Vec<Option<Value>>,
}

/// A further engine's measure of what is close to zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Median {
    /// Its level in the ladder.
    pub level: Level,
    /// How many of the symmetrical starts it has valued.
    pub controls: usize,
    /// The median of their |cp|, once all of them are valued.
    pub value: Option<f64>,
}

/// Pairs worth 0.00 at one budget, and what the next one makes of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zeros {
    /// The rung at which they are worth 0.00.
    pub level: Level,
    /// How many there are.
    pub zero: u64,
    /// How many of them the next rung has valued.
    pub followed: u64,
    /// How many of those are not worth 0.00 any more.
    pub left: u64,
}

impl Deepened {
    /// The value at the largest budget so far.
    #[must_use]
    pub fn latest(&self) -> Option<Value> {
        self.values.last().map(|(_, value)| *value)
    }
}

/// The further engines' medians, in the order of the ladder.
///
/// # Errors
/// If the store cannot be read.
pub fn medians(store: &mut Store) -> Result<Vec<Median>, BalanceError> {
    let levels: Vec<Level> = store.ladder().verification().map(|rung| rung.level).collect();
    let mut medians = Vec::new();
    for level in levels {
        let mut magnitudes = Vec::new();
        store.for_each_value(level, |pair, value| {
            if pair.kind() == PairKind::Control {
                magnitudes.push(value.magnitude());
            }
        })?;
        let value = stats::median(&magnitudes).filter(|_| magnitudes.len() >= CONTROLS);
        medians.push(Median { level, controls: magnitudes.len(), value });
    }
    Ok(medians)
}

/// All pairs that have been searched beyond the stages, the best standing first, within a standing
/// the most balanced first. Controls never go that far.
///
/// # Errors
/// If the store cannot be read.
pub fn deepened(store: &mut Store) -> Result<Vec<Deepened>, BalanceError> {
    let levels: Vec<Level> = store.ladder().deepening().map(|rung| rung.level).collect();
    let mut values: BTreeMap<Pair, Vec<(Level, Value)>> = BTreeMap::new();
    for level in levels {
        store.for_each_value(level, |pair, value| values.entry(pair).or_default().push((level, value)))?;
    }
    let medians = medians(store)?;
    let mut opinions: Vec<BTreeMap<Pair, Value>> = Vec::new();
    for median in &medians {
        let mut of_engine = BTreeMap::new();
        store.for_each_value(median.level, |pair, value| {
            of_engine.insert(pair, value);
        })?;
        opinions.push(of_engine);
    }
    let rule = store.config().corridor.clone();
    let mut found: Vec<Deepened> = values
        .into_iter()
        .map(|(pair, values)| {
            let verifications: Vec<Option<Value>> =
                opinions.iter().map(|opinion| opinion.get(&pair).copied()).collect();
            let plain: Vec<Value> = values.iter().map(|(_, value)| *value).collect();
            let standing = confirm(standing(&plain, &rule), &verifications, &medians);
            Deepened { pair, values, standing, verifications }
        })
        .collect();
    let order = |one: &Deepened| (one.standing, one.latest().map_or(u32::MAX, Value::magnitude), one.pair);
    found.sort_by_key(order);
    Ok(found)
}

/// A pair in the corridor is confirmed once at least two further engines, and all there are, see
/// it below their medians.
fn confirm(standing: Standing, verifications: &[Option<Value>], medians: &[Median]) -> Standing {
    let agrees = |(value, median): (&Option<Value>, &Median)| match (value, median.value) {
        (Some(value), Some(median)) => f64::from(value.magnitude()) < median,
        _ => false,
    };
    let agreed = medians.len() >= VERIFIERS && verifications.iter().zip(medians).all(agrees);
    if standing == Standing::Corridor && agreed { Standing::Confirmed } else { standing }
}

/// For each rung of the main engine but the last: the candidates worth 0.00 there, and how many of
/// them the next rung leads away from it.
///
/// # Errors
/// If the store cannot be read.
pub fn zeros(store: &mut Store) -> Result<Vec<Zeros>, BalanceError> {
    let rungs: Vec<Rung> = store.ladder().stages().chain(store.ladder().deepening()).cloned().collect();
    let mut zeros: Vec<Zeros> = Vec::new();
    let mut before = PairSet::new();
    for rung in rungs {
        let mut now = PairSet::new();
        let mut current = Zeros { level: rung.level, zero: 0, followed: 0, left: 0 };
        let (mut followed, mut left) = (0, 0);
        store.for_each_value(rung.level, |pair, value| {
            if pair.kind() != PairKind::Candidate {
                return;
            }
            let is_zero = value == Value::Centipawns(0);
            if is_zero {
                now.insert(pair);
                current.zero += 1;
            }
            if before.contains(pair) {
                followed += 1;
                left += u64::from(!is_zero);
            }
        })?;
        if let Some(previous) = zeros.last_mut() {
            (previous.followed, previous.left) = (followed, left);
        }
        zeros.push(current);
        before = now;
    }
    zeros.pop(); // nothing follows the last rung
    Ok(zeros)
}

/// A set of pairs, one bit each.
pub struct PairSet(Vec<u64>);

impl PairSet {
    /// The empty set.
    #[must_use]
    pub fn new() -> Self {
        Self(vec![0; (Pair::COUNT as usize).div_ceil(64)])
    }

    /// Adds a pair.
    pub fn insert(&mut self, pair: Pair) {
        let index = pair.index() as usize;
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    /// True if the pair is in the set.
    #[must_use]
    pub fn contains(&self, pair: Pair) -> bool {
        let index = pair.index() as usize;
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}

impl Default for PairSet {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_further_engines_confirm() {
        let median = |value| Median { level: Level(9), controls: 960, value };
        let zero = Some(Value::Centipawns(0));
        let both = [median(Some(12.0)), median(Some(12.0))];
        assert_eq!(
            confirm(Standing::Corridor, &[zero, Some(Value::Centipawns(-11))], &both),
            Standing::Confirmed
        );
        assert_eq!(
            confirm(Standing::Corridor, &[zero, Some(Value::Centipawns(12))], &both),
            Standing::Corridor
        );
        assert_eq!(confirm(Standing::Corridor, &[zero, None], &both), Standing::Corridor);
        assert_eq!(confirm(Standing::Corridor, &[zero, Some(Value::Mate(3))], &both), Standing::Corridor);
        assert_eq!(confirm(Standing::Left, &[zero, zero], &both), Standing::Left);
        assert_eq!(confirm(Standing::Corridor, &[zero], &both[..1]), Standing::Corridor, "one is too few");
        let unready = [median(Some(12.0)), median(None)];
        assert_eq!(confirm(Standing::Corridor, &[zero, zero], &unready), Standing::Corridor);
    }

    #[test]
    fn sets_hold_pairs() {
        let mut set = PairSet::new();
        let pair = Pair::from_index(921_599).expect("the last pair");
        assert!(!set.contains(pair));
        set.insert(pair);
        assert!(set.contains(pair));
    }
}
