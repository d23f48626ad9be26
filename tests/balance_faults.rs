//! Engines that fail, passports that do not fit, stores that refuse.

#![cfg(feature = "balance")]

mod support;

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use mangoac::balance::store::Access;
use support::{Search, mock, mock_path, small};

/// What the failures of a search say, and how many jobs are failed.
fn failures(search: &Search) -> (Vec<String>, u64) {
    let mut store = search.open(Access::Read).expect("the search");
    let reasons = store.failed_jobs(100).expect("works").into_iter().map(|failure| failure.reason).collect();
    let failed = store.counts().expect("works").iter().map(|count| count.failed).sum();
    (reasons, failed)
}

#[test]
fn every_fault_is_told_by_its_name() {
    for (fault, word) in [
        ("crash", "crashed (exit status: 134)"),
        ("midline", "crashed (exit status: 1)"),
        ("hang", "hung: no output"),
        ("spam", "gave no answer"),
        ("no-score", "no completed iteration"),
        ("bounds", "no completed iteration"),
        ("illegal-line", "the line \"e2e5 e7e5\" is not legal"),
        ("illegal-best", "the best move \"a1a8\" is not legal"),
        ("other-position", "is not legal"),
        ("garbage", "answered nonsense: depth \"x\""),
        ("endless-line", "a line without end"),
    ] {
        let mut config = small(1);
        // Only silence is told by time; it must not be shorter than a start takes on a busy machine.
        config.engine.silence = if matches!(fault, "hang" | "spam") { 0.8 } else { 20.0 };
        let search = Search::in_file().begun(&config);
        search.run(&format!("--fault {fault}"), &[]);
        let (reasons, failed) = failures(&search);
        assert_eq!(failed, 1, "{fault}");
        assert!(reasons[0].contains(word), "{fault}: {reasons:?}");
        let status = search.succeed(&["status"]);
        assert!(status.contains("1 failed jobs") && status.contains(word), "{status}");
        let pair = search.open(Access::Read).expect("the search").failed_jobs(1).expect("works")[0].pair;
        let shown = search.succeed(&["show", &pair.white.to_string(), &pair.black.to_string()]);
        assert_eq!(shown.matches("\nFailure ").count(), 3, "{shown}");
        assert!(shown.contains("> go nodes 1000"), "the transcript is kept: {shown}");
        assert_eq!(search.succeed(&["retry"]), "1 jobs queued again\n");
        search.run("", &[]);
        search.assert_sound_and_done();
        assert_eq!(failures(&search).1, 0);
    }
}

#[test]
fn engines_that_fail_now_and_then_find_the_same_in_the_end() {
    let calm = Search::in_file().begun(&small(60));
    calm.run("", &["--workers", "2"]);
    let mut config = small(60);
    config.engine.silence = 0.1;
    let wild = Search::in_file().begun(&config);
    let faults = "--fault crash=0.08 --fault hang=0.02 --fault no-score=0.05 --fault illegal-line=0.05 \
                  --fault garbage=0.05 --fault midline=0.05";
    for _ in 0..50 {
        wild.run(faults, &["--workers", "3"]);
        if failures(&wild).1 == 0 {
            break;
        }
        wild.succeed(&["retry"]);
    }
    wild.assert_sound_and_done();
    assert_eq!(wild.results(), calm.results());
}

#[test]
fn an_engine_that_cannot_be_used_is_refused_at_once() {
    for (start, word) in [
        ("exit", "crashed (exit status: 3)"),
        ("silent", "hung: no output"),
        ("nameless", "no id name"),
        ("orthodox", "refused the option UCI_Chess960"),
        ("refuse-UCI_Chess960", "refused the option No such option"),
        ("refuse-Threads", "refused the option No such option"),
    ] {
        let mut config = small(2);
        config.engine.silence = 0.2;
        let search = Search::in_file().begun(&config);
        let errors = search.fail(5, &["run", "--quiet", "--engine", &mock(&format!("--start {start}"))]);
        assert!(errors.contains(word), "{start}: {errors}");
    }
    let search = Search::in_file().begun(&small(2));
    let errors = search.fail(5, &["run", "--quiet", "--engine", "there-is-no-such-engine"]);
    assert!(errors.contains("there is no program"), "{errors}");
    assert!(search.results().is_empty());
}

#[test]
fn configured_options_are_set_or_refused() {
    for (name, value, fits) in
        [("Style", "Very Risky", true), ("Style", "Dull", false), ("Contempt", "5", false)]
    {
        let mut config = small(2);
        config.engine.options.insert(name.into(), value.into());
        let search = Search::in_file().begun(&config);
        if fits {
            search.run("", &[]);
            assert!(search.succeed(&["status"]).contains("Style=Very Risky"));
        } else {
            let errors = search.fail(5, &["run", "--quiet", "--engine", &mock("")]);
            assert!(errors.contains(&format!("refused the option {name} = {value}")), "{errors}");
        }
    }
}

#[test]
fn an_option_refused_in_mid_run_gives_the_job_back() {
    let search = Search::in_file().begun(&small(1));
    search.run("--start refuse-Hash", &[]);
    let (reasons, failed) = failures(&search);
    assert_eq!(failed, 1);
    assert!(reasons[0].contains("refused the option"), "{reasons:?}");
}

#[test]
fn a_broken_engine_does_not_burn_the_queue() {
    let search = Search::in_file().begun(&small(500));
    let errors = search.fail(5, &["run", "--quiet", "--engine", &mock("--fault crash")]);
    assert!(errors.contains("12 times in a row"), "{errors}");
    assert!(failures(&search).1 <= 4);
}

#[test]
fn another_binary_needs_a_new_passport() {
    for search in Search::everywhere() {
        let search = search.begun(&small(20));
        search.run("", &["--until", "5"]);
        let other = search.folder().join("other_engine");
        let mut bytes = fs::read(mock_path()).expect("the engine");
        bytes.push(0); // the same program to the system, another binary to the passport
        fs::write(&other, bytes).expect("a copy");
        fs::set_permissions(&other, fs::metadata(mock_path()).expect("the engine").permissions())
            .expect("a copy");
        let engine = other.display().to_string();
        let errors = search.fail(4, &["run", "--quiet", "--engine", &engine]);
        assert!(errors.contains("SHA-256") && errors.contains("--new-passport"), "{errors}");
        assert_eq!(search.results().len(), 5);
        search.succeed(&["run", "--quiet", "--engine", &engine, "--new-passport"]);
        search.assert_sound_and_done();
        let passports: Vec<i64> = search.records().iter().map(|record| record.passport.0).collect();
        assert_eq!(passports.iter().filter(|id| **id == 1).count(), 5);
        assert!(passports.iter().all(|id| [1, 2].contains(id)));
        assert!(search.succeed(&["status"]).contains("Passport 2 (main engine"));
    }
}

#[test]
fn a_second_writer_is_told_so_and_readers_are_not_disturbed() {
    let search = Search::in_file().begun(&small(500));
    let mut command = search.command(&["run", "--quiet", "--engine", &mock("--ms 5")]);
    let mut run = command.stdin(std::process::Stdio::null()).spawn().expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(10);
    while search.results().is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    let errors = search.fail(3, &["run", "--quiet", "--engine", &mock("")]);
    assert!(errors.contains("is being written by another process"), "{errors}");
    assert!(search.succeed(&["status"]).contains("evaluations"));
    assert_eq!(search.succeed(&["retry"]), "0 jobs queued again\n");
    assert!(run.try_wait().expect("it can be asked").is_none(), "the first goes on");
    run.kill().expect("it can be killed");
    run.wait().expect("it ends");
}

#[test]
fn a_read_only_file_is_told_so() {
    let search = Search::in_file().begun(&small(2));
    let path = search.path();
    // The permission alone does not stop root; the flag of the file system does, where there is one.
    let immutable = Command::new("chattr").arg("+i").arg(path).output().is_ok_and(|out| out.status.success());
    let mut permissions = fs::metadata(path).expect("the file").permissions();
    permissions.set_readonly(true);
    let _ = fs::set_permissions(path, permissions);
    if fs::OpenOptions::new().append(true).open(path).is_ok() {
        eprintln!("SKIPPED: nothing is read-only to this user");
        return;
    }
    let errors = search.fail(3, &["run", "--quiet", "--engine", &mock("")]);
    assert!(errors.contains("cannot be written to"), "{errors}");
    if immutable {
        Command::new("chattr").arg("-i").arg(path).status().expect("chattr is there");
    }
    assert!(search.results().is_empty());
}

#[test]
fn a_full_disk_is_told_so_and_does_no_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    // A file system of its own, forty megabytes large, in a mount namespace of its own.
    let script = "mount -t tmpfs -o size=40m none \"$1\" || exit 77
        cd \"$1\" && \"$2\" balance init --config \"$3\" >/dev/null || exit 78
        dd if=/dev/zero of=spare bs=1k count=300 2>/dev/null
        dd if=/dev/zero of=filler bs=1k 2>/dev/null
        \"$2\" balance run --quiet --engine \"$4\"; [ $? = 3 ] || exit 79
        rm spare
        \"$2\" balance run --quiet --engine \"$4\"; code=$?
        rm filler; [ $code = 3 ] || exit 80
        \"$2\" balance run --quiet --engine \"$4\" && \"$2\" balance export --format jsonl --output \"$5\"";
    let config = folder.path().join("small.toml");
    let results = folder.path().join("results.jsonl");
    let mount = folder.path().join("mount");
    fs::create_dir(&mount).expect("a folder");
    fs::write(&config, small(300).to_toml().expect("TOML")).expect("a file");
    let mut command = Command::new("unshare");
    command
        .args(["--mount", "sh", "-c", script, "sh"])
        .arg(&mount)
        .arg(env!("CARGO_BIN_EXE_mangoac"))
        .arg(&config);
    let output = match command.arg(mock("")).arg(&results).output() {
        Ok(output) if ![Some(1), Some(77), Some(126)].contains(&output.status.code()) => output,
        _ => return eprintln!("SKIPPED: no file system can be mounted here"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {errors}", output.status);
    assert_eq!(errors.matches("the disk is full").count(), 2, "from the start, and in between: {errors}");
    let calm = Search::in_file().begun(&small(300));
    calm.run("", &[]);
    let lines = fs::read_to_string(&results).expect("the export");
    let evaluations = lines.lines().filter(|line| line.contains("\"record\":\"evaluation\"")).count();
    assert_eq!(evaluations, calm.results().len());
}
