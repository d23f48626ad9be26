//! When a deepened pair may be called balanced.

use super::config::Corridor;
use super::value::Value;

/// Where a deepened pair stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Standing {
    /// In the corridor, and every further engine agrees.
    Confirmed,
    /// Its latest budgets in a row keep near zero without drift.
    Corridor,
    /// It was in the corridor, and a later budget has led it out.
    Left,
    /// Too few budgets so far, or not near zero at enough of them in a row.
    Open,
}

impl Standing {
    /// The word for it in tables and exports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Corridor => "corridor",
            Self::Left => "left",
            Self::Open => "open",
        }
    }

    /// True of a pair in the corridor, confirmed or not.
    #[must_use]
    pub const fn is_inside(self) -> bool {
        matches!(self, Self::Confirmed | Self::Corridor)
    }
}

/// True if every step of `values` goes the same way by more than `step` centipawns.
#[must_use]
pub fn drifts(values: &[i32], step: u32) -> bool {
    let step = i64::from(step);
    let mut steps = values.windows(2).map(|two| match two {
        [from, to] => i64::from(*to) - i64::from(*from),
        _ => 0,
    });
    let mut again = steps.clone();
    values.len() > 1 && (steps.all(|by| by > step) || again.all(|by| by < -step))
}

/// Where a pair stands whose values at the deepening budgets are `values`, smallest budget first.
/// Only further engines can make it [`Standing::Confirmed`]; that is not decided here.
#[must_use]
pub fn standing(values: &[Value], rule: &Corridor) -> Standing {
    let needed = rule.budgets.max(1);
    let keeps = |run: &[Value]| {
        let near: Vec<i32> = run
            .iter()
            .filter(|value| value.is_within(rule.cp))
            .filter_map(|value| value.centipawns())
            .collect();
        near.len() == run.len() && !drifts(&near, rule.drift)
    };
    let Some(latest) = values.len().checked_sub(needed).and_then(|start| values.get(start..)) else {
        return Standing::Open;
    };
    if keeps(latest) {
        Standing::Corridor
    } else if values.windows(needed).any(keeps) {
        Standing::Left
    } else {
        Standing::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i32]) -> Standing {
        let values: Vec<Value> = values.iter().map(|cp| Value::Centipawns(*cp)).collect();
        standing(&values, &Corridor::default())
    }

    #[test]
    fn four_budgets_near_zero_make_the_corridor() {
        assert_eq!(of(&[0, 0, 0]), Standing::Open);
        assert_eq!(of(&[0, 0, 0, 0]), Standing::Corridor);
        assert_eq!(of(&[5, -5, 5, -5]), Standing::Corridor);
        assert_eq!(of(&[6, 0, 0, 0]), Standing::Open);
        assert_eq!(of(&[6, 0, 0, 0, 0]), Standing::Corridor);
        assert_eq!(of(&[0, 0, 0, 0, 6]), Standing::Left);
        assert_eq!(of(&[0, 0, 0, 0, 6, 0]), Standing::Left);
    }

    #[test]
    fn a_steady_drift_keeps_a_pair_out() {
        assert_eq!(of(&[-3, -1, 1, 3]), Standing::Open);
        assert_eq!(of(&[5, 3, 1, -1]), Standing::Open);
        assert_eq!(of(&[-1, 0, 1, 2]), Standing::Corridor, "one centipawn a step is no drift");
        assert_eq!(of(&[-3, -1, 1, 2]), Standing::Corridor, "the last step is small");
    }

    #[test]
    fn a_mate_is_far_outside() {
        let mut values = vec![Value::Centipawns(0); 4];
        values[2] = Value::Mate(12);
        assert_eq!(standing(&values, &Corridor::default()), Standing::Open);
    }
}
