//! Documents for programs: one type a document, its fields as `docs/json.md` describes them.
//!
//! Fields may be added, never renamed. Keys are in alphabetical order, whatever the order of a type's fields.

pub mod advice;
mod assumed;
mod by_worth;
pub mod catalogue;
pub mod check;
pub mod codes;
pub mod comparison;
pub mod coverage;
mod estimates;
pub mod examples;
pub mod export;
pub mod findings;
pub mod game;
pub mod games_compared;
pub mod layout;
pub mod new;
pub mod odds;
pub mod overrides;
pub mod play;
pub mod playouts;
pub mod print;
pub mod report;
pub mod report_in_words;
pub mod resolution;
pub mod revision;
pub mod sarif;
pub mod section;
mod steps;
pub mod sweep;
pub mod table;
pub mod tuning;
pub mod usage;
pub mod words;

use serde::Serialize;
use serde_json::{Error, Map, Value};

/// Returns the text of a document, indented, with its `schema`: `sandtable/<command>/1`.
///
/// A body that is no record becomes the field `value`.
///
/// Errors: a slip of our own: a body that JSON cannot express, such as a map whose keys are no strings.
pub fn to_text(command: &str, body: impl Serialize) -> Result<String, Error> {
    Ok(format!("{:#}\n", to_value(command, body)?))
}

/// Writes the same document in one line, for programs alone.
///
/// Errors: as [`to_text`].
pub fn to_line(command: &str, body: impl Serialize) -> Result<String, Error> {
    Ok(format!("{}\n", to_value(command, body)?))
}

/// Returns the same document as a value.
///
/// Errors: as [`to_text`].
pub fn to_value(command: &str, body: impl Serialize) -> Result<Value, Error> {
    let mut fields = Map::new();
    let schema = format!("sandtable/{command}/1");
    fields.insert("schema".to_owned(), Value::String(schema));
    match serde_json::to_value(body)? {
        Value::Object(body) => fields.extend(body),
        body @ (Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)) => {
            fields.insert("value".to_owned(), body);
        }
    }
    Ok(Value::Object(fields))
}
