//! Whether a text can still be read after an edit.

use crate::{LARGEST_FILE, format_file, markdown, parse};
use sandtable_diagnostic::Diagnostics;
use sandtable_source::FileId;

/// Errors: the new text cannot be read although the old one could.
pub(super) fn checked(
    name: &str,
    file: FileId,
    before: &str,
    after: String,
) -> Result<String, String> {
    if after.len() > LARGEST_FILE {
        return Err("the text would be larger than 4 MB".to_owned());
    }
    let findings = |text: &str| {
        let mut findings = Diagnostics::default();
        let draft = markdown::is_markdown(name).then(|| markdown::read_markdown(file, text));
        parse(
            file,
            draft.as_ref().map_or(text, |draft| &draft.rules),
            &mut findings,
        );
        findings
    };
    let known = findings(before);
    let found = findings(&after);
    let old: Vec<String> = known.iter().map(|one| one.message.to_string()).collect();
    let is_error = |one: &&sandtable_diagnostic::Diagnostic| {
        one.severity() == sandtable_diagnostic::Severity::Error
            && !old.contains(&one.message.to_string())
    };
    if let Some(new) = found.iter().find(is_error) {
        return Err(match &new.help {
            Some(help) => format!("{}: {help}", new.message),
            None => new.message.to_string(),
        });
    }
    let mut unheard = Diagnostics::default();
    let was_laid_out = format_file(name, file, before, &mut unheard).as_deref() == Some(before);
    match was_laid_out {
        true => Ok(format_file(name, file, &after, &mut unheard).unwrap_or(after)),
        false => Ok(after),
    }
}
