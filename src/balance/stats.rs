//! A handful of figures that describe samples.

/// The arithmetic mean, `None` of nothing.
#[must_use]
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// The standard deviation of the sample (divisor n − 1), `None` of fewer than two values.
#[must_use]
pub fn deviation(sample: &[f64]) -> Option<f64> {
    let mean = mean(sample)?;
    let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
    (sample.len() > 1).then(|| (squares / (sample.len() - 1) as f64).sqrt())
}

/// The `percent`th percentile by the nearest rank: the smallest value of the sample that at least
/// `percent` per cent of it do not exceed. `None` of nothing.
#[must_use]
pub fn percentile(sample: &[u32], percent: u32) -> Option<u32> {
    let mut sorted = sample.to_vec();
    sorted.sort_unstable();
    let rank = (sorted.len() * percent as usize).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

/// The median; the mean of the two middle values of an even sample. `None` of nothing.
#[must_use]
pub fn median(sample: &[u32]) -> Option<f64> {
    let mut sorted = sample.to_vec();
    sorted.sort_unstable();
    let middle = sorted.len() / 2;
    let upper = f64::from(*sorted.get(middle)?);
    match sorted.len() % 2 {
        1 => Some(upper),
        _ => sorted.get(middle - 1).map(|lower| f64::midpoint(f64::from(*lower), upper)),
    }
}

/// Pearson's correlation of the two columns of `sample`; `None` if one of them does not vary.
#[must_use]
pub fn correlation(sample: &[(f64, f64)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = sample.iter().copied().unzip();
    let (mean_x, mean_y) = (mean(&x)?, mean(&y)?);
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in sample {
        xy += (x - mean_x) * (y - mean_y);
        xx += (x - mean_x).powi(2);
        yy += (y - mean_y).powi(2);
    }
    let scale = (xx * yy).sqrt();
    (scale > 0.0).then(|| xy / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_known_samples() {
        assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
        assert_eq!(deviation(&[2.0, 4.0]), Some(2_f64.sqrt()));
        assert_eq!(percentile(&(1..=100).collect::<Vec<_>>(), 95), Some(95));
        assert_eq!(percentile(&[7, 3], 95), Some(7));
        assert_eq!(percentile(&[7, 3], 0), Some(3));
        assert_eq!(median(&[5, 1, 3]), Some(3.0));
        assert_eq!(median(&[4, 1, 3, 2]), Some(2.5));
        assert_eq!(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), Some(1.0));
        assert_eq!(correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
    }

    #[test]
    fn nothing_has_no_figures() {
        assert_eq!(
            (mean(&[]), deviation(&[1.0]), percentile(&[], 95), median(&[])),
            (None, None, None, None)
        );
        assert_eq!(correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
    }
}
