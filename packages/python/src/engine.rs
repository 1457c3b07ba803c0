//! Rulesets on the disk, those that are built in, and texts that lie over them.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use sandtable::service::Service;
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::tools::disk::Disk;
use sandtable::tools::threads::Threads;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::{BuiltIn, Layered};
use serde_json::{Value, json};

use crate::game::{GameData, Model};
use crate::interrupts::{Interrupts, Shared};
use crate::refusal::{of_findings, of_question, refusal};

/// A language service with its rulesets. Requests of several threads wait for each other.
#[pyclass(frozen, module = "sandtable._sandtable")]
pub(crate) struct Engine {
    service: Mutex<Service>,
    shared: Shared,
}

#[pymethods]
impl Engine {
    #[new]
    fn new() -> Self {
        let shared = Shared::default();
        let workspace = Workspace::new(Layered::new(Disk, BuiltIn));
        let workspace = workspace.with_workers(Threads::new(None));
        let mut service = Service::new(workspace).watched(Interrupts::new(shared.clone()));
        let id = 0;
        // A service answers nothing before it; no folder is named, so paths are those of the working folder.
        let hello = json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": { "capabilities": {} } });
        service.handle(&hello);
        Self {
            service: Mutex::new(service),
            shared,
        }
    }

    /// Answers a method of `docs/json.md`: takes its parameters and returns its result, both as JSON. `progress` is called with the
    /// kind of work, how much is done and how much there may be.
    ///
    /// Errors: `SandtableError`; `KeyboardInterrupt` after Ctrl-C; the exception of the callback.
    #[pyo3(signature = (method, params, progress=None))]
    fn request(
        &self,
        py: Python<'_>,
        method: &str,
        params: &str,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let params: Value = serde_json::from_str(params)
            .map_err(|error| refusal(py, &format!("the parameters are no JSON: {error}"), None))?;
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let (answers, exception) = py.detach(|| {
            let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
            self.shared.lock().callback = progress;
            let answers = service.handle(&message);
            let mut current = self.shared.lock();
            current.callback = None;
            (answers, current.exception.take())
        });
        if let Some(exception) = exception {
            return Err(exception);
        }
        let answer = answers.first();
        if let Some(error) = answer.and_then(|answer| answer.get("error")) {
            let message = error.get("message").and_then(Value::as_str);
            return Err(refusal(py, message.unwrap_or_default(), error.get("data")));
        }
        let result = answer.and_then(|answer| answer.get("result"));
        Ok(result.unwrap_or(&Value::Null).to_string())
    }

    /// Lays a text over the file of a path, which need not be there.
    fn set_text(&self, py: Python<'_>, path: &str, text: &str) {
        py.detach(|| {
            let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
            service.workspace_mut().set(path, text);
        });
    }

    /// Reads the files again where they are needed.
    fn refresh(&self, py: Python<'_>) {
        py.detach(|| {
            let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
            service.workspace_mut().refresh();
        });
    }

    /// The title of a ruleset and its paths, if it can be read.
    ///
    /// Errors: `SandtableError`.
    fn load(&self, py: Python<'_>, ruleset: &str) -> PyResult<(Option<String>, Vec<String>)> {
        let loaded = py.detach(|| {
            let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
            service.workspace_mut().load(ruleset)
        });
        let bundle = loaded.map_err(|found| {
            let sources = sandtable::source::SourceMap::default();
            of_findings(py, &found, &sources)
        })?;
        let files = bundle.sources.files();
        let paths = files.map(|(_, source)| source.name.clone()).collect();
        Ok((bundle.title(), paths))
    }

    /// The names of all scenarios.
    fn scenarios(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| {
            let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
            service.workspace_mut().scenarios()
        })
    }

    /// A scenario, set up to be played.
    ///
    /// Errors: `SandtableError`.
    fn game(&self, py: Python<'_>, scenario: &str, variants: Vec<String>) -> PyResult<Model> {
        let made = py.detach(|| {
            let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
            let mut cache = RulesetCache::new(service.workspace_mut());
            let scenario = set_up(&mut cache, scenario, &variants)?;
            Ok(GameData::new(&scenario))
        });
        match made {
            Ok(data) => Ok(Model::new(data)),
            Err(error) => Err(of_question(py, &error)),
        }
    }
}
