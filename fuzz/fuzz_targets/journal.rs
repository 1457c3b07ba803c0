//! A journal: what is read is written so that it is read as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable::session::journal::Journal;

fuzz_target!(|text: &str| {
    if let Ok(journal) = Journal::parse(text) {
        assert_eq!(Journal::parse(&journal.text()), Ok(journal));
    }
});
