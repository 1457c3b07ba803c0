//! Messages of JSON-RPC 2.0, in which the Language Server Protocol is spoken.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A message from a client.
#[derive(Debug)]
pub(crate) enum Incoming<'m> {
    /// Wants a response with the same id.
    Request {
        id: &'m Value,
        method: &'m str,
        params: &'m Value,
    },
    /// Wants none.
    Notification { method: &'m str, params: &'m Value },
    /// A response to a request of ours; we make none that needs one.
    Response,
    /// No message of the protocol; its id, if it has one that may be answered.
    Unreadable { id: &'m Value },
}

impl<'m> Incoming<'m> {
    pub(crate) fn read(message: &'m Value) -> Self {
        let params = message.get("params").unwrap_or(&Value::Null);
        let method = message.get("method");
        let is_response = message.get("result").or(message.get("error")).is_some();
        match (method, message.get("id")) {
            (_, Some(Value::Bool(_) | Value::Array(_) | Value::Object(_))) => {
                Self::Unreadable { id: &Value::Null }
            }
            (Some(Value::String(method)), Some(id)) => Self::Request { id, method, params },
            (Some(Value::String(method)), None) => Self::Notification { method, params },
            (None, Some(_)) if is_response => Self::Response,
            (_, id) => Self::Unreadable {
                id: id.unwrap_or(&Value::Null),
            },
        }
    }
}

/// An error response: a code of the protocol and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    code: i32,
    message: String,
    data: Option<Value>,
}

impl Refusal {
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The message cannot be read as JSON.
    pub(crate) fn not_json(why: &str) -> Self {
        Self::new(-32700, format!("this is not JSON: {why}"))
    }

    /// The message is no request.
    pub(crate) fn no_request(message: &Value) -> Self {
        match message.is_array() {
            true => Self::new(-32600, "send each message by itself: batches are not read"),
            false => Self::new(-32600, "this is no message of JSON-RPC 2.0"),
        }
    }

    /// The frame of the message cannot be read.
    pub(crate) fn bad_frame(why: &str) -> Self {
        Self::new(-32600, why)
    }

    /// Returns the error for an unknown method.
    pub(crate) fn unknown_method(method: &str) -> Self {
        Self::new(-32601, format!("there is no method `{method}`"))
    }

    /// The parameters do not fit the method.
    pub(crate) fn misfit(why: impl Into<String>) -> Self {
        Self::new(-32602, why)
    }

    /// Returns the error for a request before `initialize`.
    pub(crate) fn too_early() -> Self {
        Self::new(-32002, "`initialize` comes first")
    }

    /// After `shutdown` only `exit` is answered.
    pub(crate) fn too_late() -> Self {
        Self::new(-32600, "after `shutdown` only `exit` is answered")
    }

    /// The request makes sense and cannot be carried out.
    pub(crate) fn failed(why: impl Into<String>) -> Self {
        Self::new(-32803, why)
    }

    /// Returns an internal error.
    pub(crate) fn ours(why: impl Into<String>) -> Self {
        Self::new(-32603, why)
    }

    /// The same with a document beside the sentence.
    pub(crate) fn with(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }
}

/// Returns the response to a request.
pub(crate) fn response(id: &Value, answer: Result<Value, Refusal>) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(refusal) => {
            let mut error = json!({ "code": refusal.code, "message": refusal.message });
            if let (Some(data), Some(fields)) = (refusal.data, error.as_object_mut()) {
                fields.insert("data".to_owned(), data);
            }
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    }
}

/// Returns a notification to the client; with the text of an internal error if its parameters cannot be serialised.
pub(crate) fn notification(method: &str, params: impl Serialize) -> Value {
    match serde_json::to_value(params) {
        Ok(params) => json!({ "jsonrpc": "2.0", "method": method, "params": params }),
        Err(error) => {
            let message = format!("`{method}` cannot be written: {error}");
            let params = json!({ "type": 1, "message": message });
            json!({ "jsonrpc": "2.0", "method": "window/logMessage", "params": params })
        }
    }
}

/// Reads the parameters of a method.
///
/// Errors: they do not have the fields that it takes.
pub(crate) fn params<P: DeserializeOwned>(params: &Value) -> Result<P, Refusal> {
    P::deserialize(params).map_err(|error| Refusal::misfit(error.to_string()))
}

/// Serialises a result.
///
/// Errors: an internal error.
pub(crate) fn result(result: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| Refusal::ours(error.to_string()))
}
