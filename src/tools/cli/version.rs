//! `sandtable --version`: the version, the edition of the language, and the commit.

use std::sync::LazyLock;

/// The edition of the language of rule files: files of an edition stay valid and keep their meaning.
const EDITION: u32 = 1;

/// The version with the edition of the language and, in a program that was built with `SANDTABLE_COMMIT`, the commit.
pub(super) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        let commit = option_env!("SANDTABLE_COMMIT").map(|commit| format!(", commit {commit}"));
        let commit = commit.unwrap_or_default();
        format!("{version} (language edition {EDITION}{commit})")
    });
    &VERSION
}
