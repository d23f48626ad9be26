//! Counting the leaves of the tree of legal moves.

use std::sync::Mutex;

use super::movelist::MoveList;
use super::moves::Move;
use super::position::Position;

/// The deepest perft that a caller should let a user ask for: beyond it counts leave 64 bits long
/// before they are done, and the recursion the stack at once.
pub const PERFT_MAX_DEPTH: u32 = 64;

/// The number of move sequences of `depth` plies; the last ply is counted, not made.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    walk::<true>(&mut position.clone(), depth)
}

/// As [`perft`], but every move of the last ply is made and taken back.
#[must_use]
pub fn perft_without_bulk(position: &Position, depth: u32) -> u64 {
    walk::<false>(&mut position.clone(), depth)
}

fn walk<const BULK: bool>(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 if BULK => return position.count_legal_moves(),
        _ => {}
    }
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut nodes = 0;
    for &mv in list.iter() {
        let before = position.make_tracked::<false>(mv);
        nodes += walk::<BULK>(position, depth - 1);
        position.unmake(mv, before);
    }
    nodes
}

/// The count below each root move, in the generator's order, worked out by `threads` threads.
#[must_use]
pub fn perft_divide(position: &Position, depth: u32, bulk: bool, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.legal_move_list();
    let open = Mutex::new((0, vec![0; moves.len()]));
    let work = || {
        let mut position = position.clone();
        loop {
            let index = {
                let Ok(mut open) = open.lock() else { return };
                open.0 += 1;
                open.0 - 1
            };
            let Some(&mv) = moves.get(index) else { return };
            let before = position.make(mv);
            let below = match depth {
                0 | 1 => 1,
                _ if bulk => walk::<true>(&mut position, depth - 1),
                _ => walk::<false>(&mut position, depth - 1),
            };
            position.unmake(mv, before);
            if let Ok(mut open) = open.lock() {
                open.1[index] = below;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, moves.len().max(1)) {
            // A thread the system refuses is not missed: the others share its moves.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let counts = open.into_inner().map(|(_, counts)| counts).unwrap_or_default();
    moves.iter().copied().zip(counts).collect()
}

/// As [`perft_divide`] on the calling thread alone, given up (`None`) once `stopped` says so.
#[must_use]
pub fn perft_divide_until(
    position: &Position,
    depth: u32,
    stopped: &dyn Fn() -> bool,
) -> Option<Vec<(Move, u64)>> {
    let mut position = position.clone();
    let mut counts = Vec::new();
    for &mv in position.legal_move_list().iter() {
        let before = position.make(mv);
        let below = walk_until(&mut position, depth.saturating_sub(1), stopped)?;
        position.unmake(mv, before);
        counts.push((mv, below));
    }
    Some(counts)
}

/// Asks once for every subtree of three plies, which are walked in a moment.
fn walk_until(position: &mut Position, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
    if stopped() {
        return None;
    }
    if depth <= 3 {
        return Some(walk::<true>(position, depth));
    }
    let mut nodes = 0;
    for &mv in position.legal_move_list().iter() {
        let before = position.make(mv);
        nodes += walk_until(position, depth - 1, stopped)?;
        position.unmake(mv, before);
    }
    Some(nodes)
}

/// Perft that checks at every node all that is kept incrementally against what can be computed
/// from scratch, the legality test against the legal list for every move and for every code that
/// differs from one in a single bit, and that taking a move back restores every field.
///
/// # Errors
/// A description of the first thing that is wrong.
pub fn perft_checked(position: &mut Position, depth: u32) -> Result<u64, String> {
    check_node(position)?;
    if depth == 0 {
        return Ok(1);
    }
    let list = position.legal_move_list();
    let before = position.clone();
    let checks = position.check_info();
    let mut nodes = 0;
    for &mv in list.iter() {
        let gives_check = position.gives_check(mv, &checks);
        let state = position.make(mv);
        if position.in_check() != gives_check {
            return Err(format!("{before:?}: {mv:?} gives check: {gives_check}"));
        }
        nodes += perft_checked(position, depth - 1)?;
        position.unmake(mv, state);
        if *position != before {
            return Err(format!("{before:?}: {mv:?} is not taken back whole"));
        }
    }
    Ok(nodes)
}

fn check_node(position: &Position) -> Result<(), String> {
    let fail = |what: &str| Err(format!("{position:?}: {what}"));
    if !position.is_consistent() {
        return fail("incremental state differs from the state from scratch");
    }
    let mut pseudo_legal = MoveList::new();
    position.pseudo_legal_moves(&mut pseudo_legal);
    let info = position.node_info();
    let legal = position.legal_move_list();
    let tested = pseudo_legal.iter().filter(|mv| position.is_legal(**mv, &info)).count();
    if tested != legal.len() || legal.len() as u64 != position.count_legal_moves() {
        return fail("the generators disagree on the number of legal moves");
    }
    let (mut parts, mut quiets, mut checks) = (MoveList::new(), MoveList::new(), MoveList::new());
    position.legal_captures(&mut parts);
    position.legal_quiets(&mut quiets);
    position.legal_quiet_checks(&mut checks);
    let giving = quiets.iter().filter(|mv| position.gives_check(**mv, &position.check_info())).count();
    if parts.len() + quiets.len() != legal.len() || giving != checks.len() {
        return fail("captures, quiets or quiet checks are incomplete");
    }
    for &mv in legal.iter() {
        if !pseudo_legal.contains(&mv) || !(parts.contains(&mv) || quiets.contains(&mv)) {
            return Err(format!("{position:?}: {mv:?} is missing in a list"));
        }
        for bit in 0..28 {
            let other = Move::from_bits(mv.bits() ^ 1 << bit);
            let claimed = position.is_pseudo_legal(other) && position.is_legal(other, &info);
            if claimed != legal.contains(&other) || !position.is_pseudo_legal(mv) {
                return Err(format!("{position:?}: legality of {other:?} ({:#x}) is wrong", other.bits()));
            }
        }
    }
    Ok(())
}
