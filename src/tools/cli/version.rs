//! `sandtable --version`: the version, the edition of the language, and the commit.

use std::sync::LazyLock;

use crate::syntax::NEWEST_LANGUAGE;

/// The version with the edition of the language and, in a program that was built with `SANDTABLE_COMMIT`, the commit.
pub(super) fn version_text() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        let commit = option_env!("SANDTABLE_COMMIT").map(|commit| format!(", commit {commit}"));
        let commit = commit.unwrap_or_default();
        format!("{version} (language edition {NEWEST_LANGUAGE}{commit})")
    });
    &VERSION
}
