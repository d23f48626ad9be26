//! One suite for both stores.

#![cfg(feature = "balance")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use mangoac::balance::engine::{Evaluation, Fault, FaultKind};
use mangoac::balance::ladder::Level;
use mangoac::balance::passport::Passport;
use mangoac::balance::store::{
    ATTEMPTS, Access, Completion, Done, Game, JobState, Lease, Location, PassportId, Selection, SessionId,
    Store, StoreError, Wish,
};
use mangoac::balance::{Pair, PairKind, Value, order};
use support::{Search, small};

const ALL: Selection = Selection { highest: Level(63), wanted_only: false };

fn passport(engine: &str) -> Passport {
    Passport {
        role: 0,
        engine: engine.to_owned(),
        sha256: format!("hash of {engine}"),
        options: BTreeMap::new(),
        seed: 1,
        stages: String::new(),
        program: "test".to_owned(),
        machine: "here".to_owned(),
    }
}

fn evaluation(cp: i32) -> Evaluation {
    Evaluation {
        value: Value::Centipawns(cp),
        depth: 12,
        seldepth: Some(20),
        nodes: 99_999,
        time: 5,
        pv: "e2e4 e7e5".to_owned(),
        best: "e2e4".to_owned(),
        busy: Duration::from_micros(1500),
    }
}

fn fault() -> Fault {
    Fault { kind: FaultKind::Crashed("signal 9".into()), transcript: "> go nodes 1000\n".into() }
}

/// A session and a passport.
fn begin(store: &mut Store) -> (SessionId, PassportId) {
    let passport = store.admit(&passport("one"), false).expect("the store works").expect("it is admitted");
    (store.begin_session().expect("a session"), passport)
}

fn count(store: &mut Store, level: u8) -> (u64, u64, u64, u64) {
    let counts = store.counts().expect("counts");
    counts.iter().filter(|count| count.level == Level(level)).fold((0, 0, 0, 0), |sum, count| {
        (sum.0 + count.queued, sum.1 + count.evaluated, sum.2 + count.survived, sum.3 + count.failed)
    })
}

#[test]
fn stage_zero_is_served_in_its_order() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(50)).expect("a new search");
        let (session, _) = begin(&mut store);
        for pair in order::stage_zero(20_260_918).into_iter().take(50) {
            let lease = store.lease(session, ALL).expect("the store works").expect("a job");
            assert_eq!(lease, Lease { pair, level: Level(0), attempts: 0 });
        }
        assert_eq!(store.lease(session, ALL).expect("the store works"), None);
        assert_eq!(store.outstanding(ALL).expect("the store works"), (0, 50));
    }
}

#[test]
fn the_deepest_level_and_the_most_balanced_pair_go_first() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(4)).expect("a new search");
        let (session, passport) = begin(&mut store);
        let leases: Vec<Lease> =
            (0..4).map(|_| store.lease(session, ALL).expect("works").expect("a job")).collect();
        for (lease, cp) in leases.iter().zip([-24, 3, 26, -9]) {
            store.complete(session, passport, lease, &evaluation(cp), None).expect("works");
        }
        let mut served = Vec::new();
        while let Some(lease) = store.lease(session, ALL).expect("works") {
            assert_eq!(lease.level, Level(1));
            served.push(lease.pair);
        }
        assert_eq!(
            served,
            [leases[1].pair, leases[3].pair, leases[0].pair],
            "26 is outside the window of 25"
        );
        assert_eq!(count(&mut store, 0), (4, 4, 3, 0));
    }
}

#[test]
fn a_result_counts_once() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(3)).expect("a new search");
        let (session, passport) = begin(&mut store);
        let lease = store.lease(session, ALL).expect("works").expect("a job");
        let (first, next) =
            store.complete(session, passport, &lease, &evaluation(1), Some(ALL)).expect("works");
        assert_eq!(first, Completion::Stored);
        assert_eq!(next.expect("the next job").level, Level(1), "depth first");
        let (again, _) = store.complete(session, passport, &lease, &evaluation(2), None).expect("works");
        assert_eq!(again, Completion::Duplicate);
        assert_eq!(count(&mut store, 0), (3, 1, 1, 0));
        assert_eq!(count(&mut store, 1), (1, 0, 0, 0));
        let records = store.records_of(lease.pair).expect("works");
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].value, Value::Centipawns(1));
    }
}

#[test]
fn a_batch_is_settled_at_once_and_twice_is_once() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(30)).expect("a new search");
        let (one, passport) = begin(&mut store);
        let (other, _) = begin(&mut store);
        let wish = |session, jobs| Wish { session, jobs };
        let (_, lent) = store.settle(&[], &[wish(one, 6), wish(other, 4)], ALL).expect("works");
        let order: Vec<Pair> = order::stage_zero(20_260_918).into_iter().take(10).collect();
        let pairs: Vec<Pair> = lent.iter().flatten().map(|lease| lease.pair).collect();
        assert_eq!((lent[0].len(), lent[1].len(), pairs), (6, 4, order));
        let done = |session, lease: &Lease, cp| Done {
            session,
            passport,
            lease: *lease,
            evaluation: Evaluation { pv: "e2e4 it's".into(), ..evaluation(cp) },
        };
        // Values 9, -8, …: the more balanced they are, the sooner they go on; 26 and 27 do not.
        let mut results: Vec<Done> =
            lent[0].iter().zip([9, -8, 7, 26, 0, 27]).map(|(l, cp)| done(one, l, cp)).collect();
        results.push(done(other, &lent[1][0], -3));
        results.push(results[0].clone());
        let (completions, next) = store.settle(&results, &[wish(one, 3)], ALL).expect("works");
        assert_eq!(completions[..7], [Completion::Stored; 7]);
        assert_eq!(completions[7], Completion::Duplicate, "told twice in one batch");
        let next: Vec<(Level, Pair)> = next[0].iter().map(|lease| (lease.level, lease.pair)).collect();
        let up = |index: usize| (Level(1), results[index].lease.pair);
        assert_eq!(next, [up(4), up(6), up(2)], "the most balanced first");
        assert_eq!((count(&mut store, 0), count(&mut store, 1)), ((30, 7, 5, 0), (5, 0, 0, 0)));
        let (again, _) = store.settle(&results, &[], ALL).expect("works");
        assert!(again.iter().all(|completion| *completion == Completion::Duplicate));
        assert_eq!((count(&mut store, 0), count(&mut store, 1)), ((30, 7, 5, 0), (5, 0, 0, 0)));
        let record = &store.records_of(results[0].lease.pair).expect("works")[0];
        assert_eq!((record.pv.as_str(), record.value), ("e2e4 it's", Value::Centipawns(9)));
        assert_eq!(store.lent().expect("works"), 6, "three of stage 0 and three of stage 1");
    }
}

#[test]
fn leases_nobody_knows_of_go_back_alone() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(8)).expect("a new search");
        let (one, _) = begin(&mut store);
        let (other, _) = begin(&mut store);
        let wishes = [Wish { session: one, jobs: 4 }, Wish { session: other, jobs: 3 }];
        let lent = store.settle(&[], &wishes, ALL).expect("works").1;
        store.release_all_but(one, &lent[0][1..3]).expect("works");
        assert_eq!(store.lent().expect("works"), 5);
        store.give_back(one, &lent[0][2..3]).expect("works");
        store.give_back(one, &lent[1]).expect("works, and does nothing");
        store.give_back(one, &[]).expect("works");
        assert_eq!(store.lent().expect("works"), 4);
        store.release_all_but(one, &[]).expect("works");
        assert_eq!(store.lent().expect("works"), 3, "the other keeps its own");
        assert_eq!(store.lease(one, ALL).expect("works"), Some(lent[0][0]), "the order is as before");
    }
}

#[test]
fn leases_expire_and_a_late_result_still_counts() {
    for search in Search::everywhere() {
        let mut config = small(1);
        config.store.lease = 1.0;
        let mut store = Store::create(&search.location, &config).expect("a new search");
        let (late, passport) = begin(&mut store);
        let (quick, _) = begin(&mut store);
        let lease = store.lease(late, ALL).expect("works").expect("a job");
        assert_eq!(store.release_expired().expect("works"), 0);
        std::thread::sleep(Duration::from_millis(600));
        assert_eq!(store.renew(late).expect("works"), 1);
        std::thread::sleep(Duration::from_millis(600));
        assert_eq!(store.release_expired().expect("works"), 0, "it was renewed");
        std::thread::sleep(Duration::from_millis(1200));
        assert_eq!(store.release_expired().expect("works"), 1);
        assert_eq!(store.renew(late).expect("works"), 0, "it is not theirs any more");
        assert_eq!(store.lease(quick, ALL).expect("works"), Some(lease));
        let stored = store.complete(late, passport, &lease, &evaluation(7), None).expect("works").0;
        assert_eq!(stored, Completion::Stored);
        let duplicate = store.complete(quick, passport, &lease, &evaluation(7), None).expect("works").0;
        assert_eq!(duplicate, Completion::Duplicate);
    }
}

#[test]
fn a_session_that_ends_returns_what_it_holds() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(2)).expect("a new search");
        let (one, _) = begin(&mut store);
        let (other, _) = begin(&mut store);
        let lease = store.lease(one, ALL).expect("works").expect("a job");
        store.lease(other, ALL).expect("works").expect("a job");
        store.end_session(one).expect("works");
        assert_eq!(store.lent().expect("works"), 1, "the other keeps its own");
        assert_eq!(store.lease(other, ALL).expect("works"), Some(lease));
    }
}

#[test]
fn the_third_failure_marks_a_job_failed_until_retry() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(1)).expect("a new search");
        let (session, passport) = begin(&mut store);
        for attempt in 1..=ATTEMPTS {
            let lease = store.lease(session, ALL).expect("works").expect("a job");
            assert_eq!(lease.attempts, attempt - 1);
            assert_eq!(store.fail(session, &lease, &fault()).expect("works"), attempt == ATTEMPTS);
            assert!(!store.fail(session, &lease, &fault()).expect("works"), "told twice, counted once");
        }
        assert_eq!(store.lease(session, ALL).expect("works"), None);
        assert_eq!(count(&mut store, 0), (1, 0, 0, 1));
        let failed = store.failed_jobs(10).expect("works");
        assert_eq!((failed.len(), failed[0].attempt), (1, 3));
        assert_eq!(failed[0].transcript, "> go nodes 1000\n");
        assert_eq!(store.failures_of(failed[0].pair).expect("works").len(), 3);
        assert_eq!(store.jobs_of(failed[0].pair).expect("works"), [(Level(0), JobState::Failed)]);
        assert_eq!(store.retry(Some(Level(1)), None).expect("works"), 0);
        assert_eq!(store.retry(None, Some(failed[0].pair.mirror())).expect("works"), 0);
        assert_eq!(store.retry(Some(Level(0)), Some(failed[0].pair)).expect("works"), 1);
        let lease = store.lease(session, ALL).expect("works").expect("a job");
        store.complete(session, passport, &lease, &evaluation(99), None).expect("works");
        assert_eq!(count(&mut store, 0), (1, 1, 0, 0));
    }
}

#[test]
fn an_engine_with_another_hash_needs_a_new_passport() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(1)).expect("a new search");
        let one = store.admit(&passport("one"), false).expect("works").expect("the first is admitted");
        assert_eq!(store.admit(&passport("one"), false).expect("works"), Ok(one), "the same again");
        let why = store.admit(&passport("two"), false).expect("works").expect_err("it is refused");
        assert!(why.contains("hash of two") && why.contains("hash of one"), "{why}");
        let two = store.admit(&passport("two"), true).expect("works").expect("it is wanted");
        assert_ne!(one, two);
        store.admit(&passport("one"), false).expect("works").expect_err("two is the latest now");
        let back = store.admit(&passport("one"), true).expect("works").expect("it is wanted");
        assert!(back > two, "a passport that was given up is not taken up again");
        let elsewhere = Passport { machine: "there".into(), ..passport("one") };
        assert!(
            store.admit(&elsewhere, false).expect("works").expect("another machine is no conflict") > back
        );
        let verifier = Passport { role: 1, ..passport("three") };
        store.admit(&verifier, false).expect("works").expect("each role has its own");
        assert_eq!(store.passports().expect("works").len(), 5);
    }
}

#[test]
fn wanted_jobs_pass_the_windows_and_controls_do_not_climb_by_them() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(1)).expect("a new search");
        let (session, passport) = begin(&mut store);
        let control = Pair::controls().next().expect("a control");
        assert_eq!(store.want(session, Level(0), &[control]).expect("works"), 1);
        assert_eq!(store.want(session, Level(1), &[control]).expect("works"), 1);
        assert_eq!(
            store.want(session, Level(1), &[control]).expect("works"),
            1,
            "asking twice is asking once"
        );
        let wanted = Selection { wanted_only: true, ..ALL };
        let upper = store.lease(session, wanted).expect("works").expect("a job");
        assert_eq!((upper.pair, upper.level), (control, Level(1)));
        store.complete(session, passport, &upper, &evaluation(0), None).expect("works");
        let lower = store.lease(session, wanted).expect("works").expect("a job");
        store.complete(session, passport, &lower, &evaluation(90), None).expect("works");
        assert_eq!(store.lease(session, wanted).expect("works"), None);
        let levels: BTreeSet<u8> = store.counts().expect("works").iter().map(|count| count.level.0).collect();
        assert_eq!(levels, BTreeSet::from([0, 1]), "nothing was queued above");
        assert_eq!(store.want(session, Level(0), &[control]).expect("works"), 0, "it is evaluated");
    }
}

#[test]
fn a_pair_in_the_corridor_is_shown_to_further_engines_and_its_mirror_is_deepened() {
    for search in Search::everywhere() {
        let mut config = small(1);
        let text = "nodes = 500\nhash = 16\nengine = { command = [\"other\"] }";
        config.verifier = vec![toml::from_str(text).expect("a verifier"); 2];
        let mut store = Store::create(&search.location, &config).expect("a new search");
        let (session, passport) = begin(&mut store);
        let ladder = Selection { highest: Level(6), ..ALL };
        let first = store.lease(session, ladder).expect("works").expect("a job");
        assert_eq!(first.pair.kind(), PairKind::Candidate);
        let mut lease = first;
        for _ in 0..6 {
            let result = store.complete(session, passport, &lease, &evaluation(2), Some(ladder));
            lease = result.expect("works").1.expect("the next job");
        }
        // The corridor was entered at the fourth of five budgets, the next job is the fifth.
        assert_eq!((lease.pair, lease.level), (first.pair, Level(6)));
        for level in [7, 8] {
            assert_eq!(count(&mut store, level).0, 961, "the pair and 960 controls");
        }
        store.complete(session, passport, &lease, &evaluation(2), None).expect("works");
        assert_eq!(count(&mut store, 7).0, 961, "they are queued once");
        let mirror = store.lease(session, ladder).expect("works").expect("a job");
        assert_eq!((mirror.pair, mirror.level), (first.pair.mirror(), Level(2)));
    }
}

#[test]
fn games_are_kept_once() {
    for search in Search::everywhere() {
        let mut store = Store::create(&search.location, &small(1)).expect("a new search");
        let (_, passport) = begin(&mut store);
        let pair = Pair::from_index(5000).expect("a pair");
        let game = Game {
            pair,
            nodes: 1000,
            number: 0,
            passport,
            white: 0,
            points: 2,
            plies: 31,
            ending: "checkmate".into(),
            pgn: "1-0".into(),
        };
        store.add_game(&game).expect("works");
        store.add_game(&Game { points: 0, ..game.clone() }).expect("works");
        assert_eq!(store.games_of(pair).expect("works"), [game]);
    }
}

#[test]
fn beginning_twice_and_opening_nothing_are_refused() {
    for search in Search::everywhere() {
        assert!(matches!(search.open(Access::Read), Err(StoreError::Missing(_))));
        let search = search.begun(&small(2));
        assert!(matches!(Store::create(&search.location, &small(2)), Err(StoreError::Exists(_))));
        assert_eq!(count(&mut search.open(Access::Read).expect("the search"), 0).0, 2, "it is unharmed");
    }
}

#[test]
fn a_newer_schema_is_refused() {
    for search in Search::everywhere() {
        let search = search.begun(&small(1));
        search.open(Access::Write).expect("the search").set_note("schema", "9").expect("works");
        for access in [Access::Read, Access::Amend, Access::Write] {
            assert!(matches!(search.open(access), Err(StoreError::Newer { found: 9, .. })));
        }
    }
}

#[test]
fn a_file_has_one_writer_and_many_readers() {
    let search = Search::in_file().begun(&small(3));
    let mut writer = search.open(Access::Write).expect("a writer");
    assert!(matches!(search.open(Access::Write), Err(StoreError::SecondWriter(_))));
    let (session, passport) = begin(&mut writer);
    let lease = writer.lease(session, ALL).expect("works").expect("a job");
    let mut reader = search.open(Access::Read).expect("a reader");
    assert_eq!(reader.lent().expect("works"), 1);
    writer.complete(session, passport, &lease, &evaluation(0), None).expect("works");
    assert_eq!(count(&mut reader, 0).1, 1, "the reader sees what is committed");
    assert!(matches!(reader.begin_session(), Err(StoreError::ReadOnly(_))));
    drop(writer);
    search.open(Access::Write).expect("the lock is gone with its holder");
}

#[test]
fn other_files_are_refused_unharmed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in
        [("text", &b"This is not a database, but long enough to be one: ".repeat(9)[..]), ("empty", b"")]
    {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("a file");
        let location = Location::File(path.clone());
        for access in [Access::Read, Access::Amend, Access::Write] {
            assert!(
                matches!(Store::open(&location, access), Err(StoreError::Foreign(_))),
                "{name} {access:?}"
            );
        }
        assert!(fs::read(&path).expect("a file") == content, "{name}");
    }
    let path = folder.path().join("other.sqlite");
    let other = rusqlite::Connection::open(&path).expect("a database");
    other.execute_batch("CREATE TABLE birds (name TEXT)").expect("a table");
    let before = fs::read(&path).expect("a file");
    let location = Location::File(path.clone());
    assert!(matches!(Store::open(&location, Access::Write), Err(StoreError::Foreign(_))));
    assert!(matches!(Store::create(&location, &small(1)), Err(StoreError::Foreign(_))));
    assert!(fs::read(&path).expect("a file") == before);
}
