//! Nothing is lost, whenever the program is ended and however full the disk is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Instant;

use sandtable::tools::disk::LARGEST;

/// Kills, spread over the time that the command takes when it is left alone.
const KILLS: u32 = 100;

fn sandtable(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(arguments).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A folder for temporary files, which is empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A rule file of some length that `fmt` changes.
fn untidy() -> String {
    let line = |at: usize| format!("option n{at}-long-name-of-an-option   \"An option\":   on\n");
    let lines: Vec<String> = (0..400).map(line).collect();
    format!("ruleset game\n\n{}", lines.join("\n"))
}

/// Temporary files of writers in a folder.
fn litter(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.starts_with(".sandtable-"))
        .collect()
}

/// Starts a command again and again and kills it a little later each time; `look` is called after each.
fn killed(mut command: Command, mut look: impl FnMut()) {
    let start = Instant::now();
    assert!(
        command.status().unwrap().success(),
        "left alone it ends well"
    );
    let whole = start.elapsed();
    look();
    for at in 0..KILLS {
        let mut child = command.spawn().unwrap();
        sleep(whole * at / KILLS);
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        look();
    }
}

#[test]
fn a_journal_loses_nothing_but_its_last_line_when_the_game_is_killed() {
    let place = folder("journal");
    let journal = place.join("game.journal");
    let path = journal.to_str().unwrap();
    let sound = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/sound");
    let game = [
        "play",
        "duel/noon",
        "--seed",
        "3",
        "--journal",
        path,
        "--force",
        "--quiet",
    ];
    let mut whole = String::new();
    let mut n_torn = 0;
    killed(sandtable(&sound, &game), || {
        let text = fs::read_to_string(&journal).unwrap_or_default();
        if whole.is_empty() {
            whole = text.clone();
            assert!(whole.lines().count() > 10, "a game of some answers");
        }
        assert!(whole.starts_with(&text), "{text}");
        n_torn += u32::from(text != whole);
        let replay = ["play", "duel/noon", "--replay", path, "--quiet"];
        if !text.is_empty() && n_torn % 10 == 1 {
            assert!(
                sandtable(&sound, &replay).status().unwrap().success(),
                "{text}"
            );
        }
        let _ = fs::remove_file(&journal);
    });
    assert!(sandtable(&sound, &game).status().unwrap().success());
    assert_eq!(litter(&place), [""; 0], "after the next start");
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn a_rule_file_is_the_old_or_the_new_one_when_its_layout_is_killed() {
    let place = folder("layout");
    let file = place.join("game.rules");
    let untidy = untidy();
    fs::write(&file, &untidy).unwrap();
    let path = file.to_str().unwrap();
    let mut tidy = String::new();
    killed(sandtable(&place, &["fmt", path]), || {
        let text = fs::read_to_string(&file).unwrap();
        if tidy.is_empty() {
            assert_ne!(text, untidy);
            tidy = text.clone();
        }
        assert!(text == untidy || text == tidy, "{} bytes", text.len());
        fs::write(&file, &untidy).unwrap();
    });
    fs::write(&file, &tidy).unwrap();
    let next = sandtable(&place, &["fmt", path]).status().unwrap();
    assert!(next.success());
    assert_eq!(litter(&place), [""; 0], "after the next start");
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn a_new_game_is_whole_or_begun_again_when_it_is_killed() {
    let place = folder("new-killed");
    let start = || sandtable(&place, &["new", "ford"]);
    let mut n_files = 0;
    killed(start(), || {
        let folders = ["rules/ford", "units/ford"].map(|folder| place.join(folder));
        let is_there = folders.each_ref().map(|folder| folder.exists());
        if is_there != [true; 2] {
            assert!(start().status().unwrap().success());
        }
        let n: usize = folders.iter().map(|folder| n_files_in(folder)).sum();
        n_files = n_files.max(n);
        assert_eq!(n, n_files);
        for home in ["rules", "units"] {
            fs::remove_dir_all(place.join(home).join("ford")).unwrap();
        }
    });
    assert!(n_files > 5);
    assert!(start().status().unwrap().success());
    for home in ["rules", "units"] {
        assert_eq!(litter(&place.join(home)), [""; 0], "after the next start");
    }
    fs::remove_dir_all(&place).unwrap();
}

/// The files below a folder.
fn n_files_in(folder: &Path) -> usize {
    let paths = fs::read_dir(folder).unwrap();
    let paths = paths.map(|entry| entry.unwrap().path());
    paths
        .map(|path| match path.is_dir() {
            true => n_files_in(&path),
            false => 1,
        })
        .sum()
}

/// Runs the program by a shell that has carried out a command before, such as one that limits it.
#[cfg(unix)]
fn after(limit: &str, folder: &Path, arguments: &[&str], out: Stdio) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(folder)
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), told)
}

/// The words with which the page of exit codes says why a file was not written, and the code beside them.
fn documented(about: &str) -> (String, Option<i32>) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/limits.md");
    let page = fs::read_to_string(page).unwrap();
    let row = page.lines().find(|line| line.contains(about)).unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    (cells[3].to_owned(), cells[1].parse().ok())
}

/// Asserts that a command ended as the page of exit codes says.
fn assert_ended(about: &str, (code, told): (Option<i32>, String)) {
    let (words, wanted) = documented(about);
    assert_eq!(code, wanted, "{told}");
    // Long sentences go on in the next line.
    let told = told.replace("\n  │ ", " ");
    assert!(told.contains(&words), "{words}: {told}");
    assert!(!told.contains(".sandtable-"), "{told}");
}

/// A limit on the size of files is told like a full disk, whether its signal is ignored or would end the program.
#[cfg(unix)]
#[test]
fn beyond_the_largest_file_the_old_one_stays() {
    let place = folder("full");
    let file = place.join("game.rules");
    let untidy = untidy();
    fs::write(&file, &untidy).unwrap();
    let path = file.to_str().unwrap();
    for limit in ["trap '' XFSZ; ulimit -f 2", "ulimit -f 2"] {
        assert_ended(
            "the disk is full",
            after(limit, &place, &["fmt", path], Stdio::null()),
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), untidy);
        let n_files = fs::read_dir(&place).unwrap().count();
        assert_eq!(n_files, 1, "nothing is left beside it");
        let answer = fs::File::create(place.join("answer.txt")).unwrap();
        let (code, told) = after(limit, &place, &["list", "hellion"], answer.into());
        let words = "the answer cannot be written: there is no room for it on the disk";
        assert_eq!((code, told.trim()), (Some(2), words));
        fs::remove_file(place.join("answer.txt")).unwrap();
    }
    fs::remove_dir_all(&place).unwrap();
}

/// Says on the terminal that a test was left out, also where the output of tests that pass is not shown.
#[cfg(target_os = "linux")]
fn leave_out(test: &str, why: &str) {
    use std::io::Write;
    let line = format!("left out: {test}: {why}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

/// A disk of 64 kB in a namespace of its own; `$1` is the program, `$2` a folder with an untidy rule file.
#[cfg(target_os = "linux")]
const FULL_DISK: &str = r#"
mkdir -p "$2/disk" && mount -t tmpfs -o size=64k tmpfs "$2/disk" || exit 99
cd "$2/disk" && cp ../game.rules . && mkdir games
head -c 1000000 /dev/zero > filler 2>/dev/null
"$1" fmt game.rules > /dev/null; echo "fmt $?"
cmp game.rules ../game.rules && echo "the old text"
"$1" new ford --in games; echo "new $?"
find games | sort
ls -A
rm filler game.rules
"$1" new ford --in games > /dev/null; echo "again $?"
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_was_there_and_nothing_else() {
    let place = folder("tmpfs");
    fs::write(place.join("game.rules"), untidy()).unwrap();
    let run = |namespace: &str| {
        let arguments = [namespace, "sh", "-c", FULL_DISK, "sh"];
        let mut command = Command::new("unshare");
        command.args(arguments).arg(env!("CARGO_BIN_EXE_sandtable"));
        command.arg(&place).output()
    };
    // The second is for those who are not root.
    let ran = ["-m", "-rm"].map(run).into_iter().flatten();
    let ran = ran.into_iter().find(|ran| {
        let is_mounted = !matches!(ran.status.code(), Some(1 | 99));
        is_mounted && !ran.stdout.is_empty()
    });
    let Some(ran) = ran else {
        leave_out("a full disk", "no tmpfs can be mounted here");
        fs::remove_dir_all(&place).unwrap();
        return;
    };
    let (out, told) = (
        String::from_utf8(ran.stdout).unwrap(),
        String::from_utf8(ran.stderr).unwrap(),
    );
    let (words, code) = documented("the disk is full");
    let code = code.unwrap();
    let wanted = format!(
        "fmt {code}\nthe old text\nnew {code}\ngames\nfiller\ngame.rules\ngames\nagain 0\n"
    );
    assert_eq!(out, wanted, "{told}");
    let told = told.replace("\n  │ ", " ");
    for file in ["game.rules", "games/rules/ford/README.md"] {
        let why = format!("`{file}` cannot be written: {words}");
        assert!(told.contains(&why), "{told}");
    }
    assert!(!told.contains(".sandtable-"), "{told}");
    fs::remove_dir_all(&place).unwrap();
}

/// Whether a folder's rights bind the program, which they do not if it is run by root with all of its powers.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_may_not_be_written_is_named_as_such() {
    use std::os::unix::fs::PermissionsExt;
    let place = folder("rights");
    let file = place.join("game.rules");
    fs::write(&file, untidy()).unwrap();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o555)).unwrap();
    let is_bound = fs::write(place.join("probe"), "").is_err();
    let without = ["--bounding-set=-dac_override,-dac_read_search"];
    let mut command = match is_bound {
        true => sandtable(&place, &[]),
        false => {
            let mut command = Command::new("setpriv");
            command.args(without).arg(env!("CARGO_BIN_EXE_sandtable"));
            command.current_dir(&place);
            command
        }
    };
    let _ = fs::remove_file(place.join("probe"));
    let ran = command.args(["fmt", "game.rules"]).stderr(Stdio::piped());
    match ran.output() {
        Ok(ran) if ran.status.code() != Some(127) => {
            let told = String::from_utf8(ran.stderr).unwrap();
            assert_ended("no right to write", (ran.status.code(), told));
        }
        Ok(_) | Err(_) => leave_out("rights of folders", "setpriv is missing, and root may all"),
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), untidy());
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
    fs::remove_dir_all(&place).unwrap();
}

/// Starts a command, waits until it waits for the lock of a folder, and returns it.
#[cfg(target_os = "linux")]
fn waiting(place: &Path, arguments: &[&str]) -> std::process::Child {
    let child = sandtable(place, arguments)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let descriptors = format!("/proc/{}/fd", child.id());
    let is_open = || {
        let open = fs::read_dir(&descriptors).into_iter().flatten().flatten();
        let mut targets = open.filter_map(|entry| fs::read_link(entry.path()).ok());
        targets.any(|target| target == place)
    };
    let start = Instant::now();
    while !is_open() {
        assert!(start.elapsed().as_secs() < 60, "it does not wait");
        sleep(std::time::Duration::from_millis(1));
    }
    child
}

#[cfg(target_os = "linux")]
fn ended(child: std::process::Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The lock of a folder is that of the folder itself, as `flock` takes it.
#[cfg(target_os = "linux")]
#[test]
fn a_command_that_waited_writes_only_what_it_has_read() {
    let place = folder("waited");
    let place = place.canonicalize().unwrap();
    let file = place.join("game.rules");
    fs::write(&file, untidy()).unwrap();
    let lock = fs::File::open(&place).unwrap();
    lock.lock().unwrap();
    let waiting = waiting(&place, &["fmt", "game.rules"]);
    fs::write(&file, "ruleset   other\n").unwrap();
    drop(lock);
    assert_ended("somebody else has changed", ended(waiting));
    assert_eq!(fs::read_to_string(&file).unwrap(), "ruleset   other\n");
    fs::remove_dir_all(&place).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_lock_is_waited_for_and_taken_over_when_its_owner_is_gone() {
    let place = folder("owner").canonicalize().unwrap();
    let file = place.join("game.rules");
    fs::write(&file, untidy()).unwrap();
    let lock = fs::File::open(&place).unwrap();
    lock.lock().unwrap();
    assert_ended(
        "keeps the folder",
        ended(waiting(&place, &["fmt", "game.rules"])),
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), untidy());
    drop(lock);
    let mut owner = Command::new("sh")
        .args([
            "-c",
            "exec 9<. && flock -x 9 && echo locked && exec sleep 600",
        ])
        .current_dir(&place)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = [0; 7];
    use std::io::Read;
    match owner.stdout.take().unwrap().read_exact(&mut line) {
        Ok(()) => {
            fs::write(&file, untidy()).unwrap();
            let waiting = waiting(&place, &["fmt", "game.rules"]);
            owner.kill().unwrap();
            let (code, told) = ended(waiting);
            assert_eq!(code, Some(0), "{told}");
            assert_ne!(fs::read_to_string(&file).unwrap(), untidy());
        }
        Err(_) => leave_out("the owner of a lock is killed", "`flock` is missing"),
    }
    owner.wait().unwrap();
    fs::remove_dir_all(&place).unwrap();
}

/// A rule file of so many bytes, with an example that expects nothing yet.
fn large(n_bytes: usize) -> String {
    let head = "ruleset drill\n\nroll shot -> hit, miss\n  hit when d6 <= 3\n  miss otherwise\n\n";
    let example = "\nexample \"A hit\"\n  run   shot\n  dice  2\n";
    let line = format!("# {}\n", "x".repeat(97));
    let room = n_bytes - head.len() - example.len();
    let end = "#".repeat(room % line.len() - 1);
    let text = format!("{head}{}{end}\n{example}", line.repeat(room / line.len()));
    assert_eq!(text.len(), n_bytes);
    text
}

/// What happened would make the file larger than what is read: it is written if there is room for it, and not if there is none.
#[test]
fn a_text_that_could_not_be_read_again_is_not_written() {
    let place = folder("large");
    let file = place.join("game.rules");
    let accept = || {
        let mut command = sandtable(&place, &["test", "game.rules", "--accept"]);
        let ran = command.stderr(Stdio::piped()).output().unwrap();
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let text = large(LARGEST);
    fs::write(&file, &text).unwrap();
    assert_ended("too large to be read", accept());
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    fs::write(&file, large(LARGEST - 100)).unwrap();
    let (code, told) = accept();
    assert_eq!(code, Some(0), "{told}");
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .ends_with("  expect shot is hit\n")
    );
    // Without the end of its last line it grows by one byte when it is formatted.
    let text = large(LARGEST + 1);
    let text = text.trim_end();
    fs::write(&file, text).unwrap();
    let ran = sandtable(&place, &["fmt", "game.rules"])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert!(
        told.contains("would be larger than 4 MB when it is formatted"),
        "{told}"
    );
    assert!(fs::read_to_string(&file).unwrap() == text);
    fs::remove_dir_all(&place).unwrap();
}

/// The second game finds that the journal is not as it has left it.
#[test]
fn two_games_do_not_mix_their_journals() {
    let place = folder("journals");
    let journal = place.join("game.journal");
    let path = journal.to_str().unwrap();
    let sound = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/sound");
    let game = |seed: &str| {
        let mut command = sandtable(
            &sound,
            &[
                "play",
                "duel/noon",
                "--seed",
                seed,
                "--journal",
                path,
                "--quiet",
            ],
        );
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    for round in 0..10 {
        let games = [game("3"), game("4")];
        let ends = games.map(|game| game.wait_with_output().unwrap());
        let codes = ends.each_ref().map(|end| end.status.code());
        let text = fs::read_to_string(&journal).unwrap();
        let n_seeds = ["seed 3", "seed 4"]
            .iter()
            .filter(|seed| text.contains(**seed));
        assert_eq!(n_seeds.count(), 1, "round {round}: {text}");
        assert!(
            codes.contains(&Some(0)) && codes.contains(&Some(2)),
            "{codes:?}: {ends:?}"
        );
        let replay = ["play", "duel/noon", "--replay", path, "--quiet"];
        assert!(sandtable(&sound, &replay).status().unwrap().success());
        fs::remove_file(&journal).unwrap();
    }
    fs::remove_dir_all(&place).unwrap();
}
