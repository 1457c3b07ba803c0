//! A scenario, read, checked and put on the table: what `play` and `sample` begin with.

use std::sync::Arc;

use super::Exit;
use super::checked::{opened, usable};
use super::output::Output;
use crate::diagnostic::Diagnostics;
use crate::model::{Question, RuleBook, SIDE, stage};
use crate::roster::read_scenario;
use crate::session::game::{Control, mark};
use crate::session::scenarios::misplaced;
use crate::source::SourceMap;

/// A scenario on the table.
pub(super) struct Staged {
    pub(super) book: Arc<RuleBook>,
    pub(super) sources: SourceMap,
    pub(super) title: String,
    /// The name of what is played.
    pub(super) play: String,
    pub(super) question: Question,
    /// Tells the rules, units and scenario apart from changed ones.
    pub(super) mark: String,
}

/// Reads a scenario and its ruleset.
///
/// Errors: how the command ends; the findings are then printed.
pub(super) fn staged(name: &str, with: &[String], output: &Output) -> Result<Staged, Exit> {
    let mut workspace = opened();
    let source = workspace.scenario(name).map_err(|diagnostics| {
        output.findings(&diagnostics, &SourceMap::default());
        Exit::Findings
    })?;
    let mut alone = SourceMap::default();
    let file = alone.share(source.clone());
    let mut diagnostics = Diagnostics::default();
    let Some(written) = read_scenario(file, &source.text, &mut diagnostics) else {
        output.findings(&diagnostics, &alone);
        return Err(Exit::Findings);
    };
    let analysis = usable(&mut workspace, &written.rules.value, with, output)?;
    let (book, mut sources) = (analysis.book().clone(), analysis.sources().clone());
    // Once more, so that its places are among those of the ruleset.
    let file = sources.share(source.clone());
    let mut diagnostics = Diagnostics::default();
    let question = read_scenario(file, &source.text, &mut diagnostics)
        .and_then(|written| stage(&book, &written, &mut diagnostics));
    let Some(question) = question else {
        output.findings(&diagnostics, &sources);
        return Err(Exit::Findings);
    };
    let misplaced = misplaced(&book, &question);
    if !misplaced.is_empty() {
        output.findings(&misplaced, &sources);
        return Err(Exit::Findings);
    }
    let bundle = analysis.bundle();
    let files = bundle.rule_files().chain(bundle.unit_files());
    let files = files.chain(bundle.map_files()).chain([file]);
    let texts = files.filter_map(|file| sources.get(file));
    let mark = mark(texts.map(|source| &*source.text));
    let play = written.play.value;
    Ok(Staged {
        book,
        sources,
        title: written
            .title
            .map_or_else(|| play.clone(), |title| title.value),
        play,
        question,
        mark,
    })
}

impl Staged {
    /// The sides by name, as listed.
    pub(super) fn sides(&self) -> Vec<&str> {
        let is_side = |kind| self.book.side_kind() == Some(kind);
        let cast = self.question.cast.iter();
        cast.filter(|unit| is_side(unit.kind))
            .map(|unit| unit.parameter.as_str())
            .collect()
    }

    /// Who plays the side of each unit of the cast; `usual` where nothing is said.
    ///
    /// Errors: how the command ends, if something said makes no sense.
    pub(super) fn controls(
        &self,
        said: &[String],
        usual: Control,
        output: &Output,
    ) -> Result<Vec<Control>, Exit> {
        let (book, question) = (&self.book, &self.question);
        let is_side = |kind| book.side_kind() == Some(kind);
        let sides = self.sides();
        let mut by_side: Vec<(&str, Control)> = Vec::new();
        for pair in said {
            let (side, who) = pair.split_once('=').unwrap_or((pair, ""));
            let control = match who {
                "person" => Some(Control::Person),
                "random" => Some(Control::Random),
                "policy" => Some(Control::Policy),
                "script" => Some(Control::Script),
                _ => None,
            };
            match (sides.iter().find(|known| **known == side), control) {
                (Some(side), Some(control)) => by_side.push((side, control)),
                (known, _) => {
                    let help = match known {
                        None => format!("the sides are {}", sides.join(", ")),
                        Some(_) => {
                            "it is played by `person`, `random`, `policy` or `script`".to_owned()
                        }
                    };
                    output.aside(&format!("`--side {pair}` is not understood: {help}\n"));
                    return Err(Exit::Usage);
                }
            }
        }
        let track = book.side_track();
        let of = |at: usize| -> Control {
            let unit = question.cast.get(at);
            let owner = unit.and_then(|unit| {
                let (_, owner) = unit.starts.iter().find(|(of, _)| Some(*of) == track)?;
                usize::try_from(*owner).ok()
            });
            let side = match unit {
                Some(unit) if is_side(unit.kind) => Some(unit),
                _ => owner.and_then(|owner| question.cast.get(owner)),
            };
            let name = side.map_or(SIDE, |side| side.parameter.as_str());
            let said = by_side.iter().rev().find(|(side, _)| *side == name);
            said.map_or(usual, |(_, control)| *control)
        };
        Ok((0..question.cast.len()).map(of).collect())
    }
}
