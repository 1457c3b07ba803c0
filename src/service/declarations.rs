//! Methods of our own: what the texts of a ruleset declare, as written, and lists whose members change places.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use sandtable_source::{SourceMap, Span};
use sandtable_syntax::ast::{File, Head, Item, Kind, KindLine, Name, ResultType, Type};
use sandtable_syntax::{Member, MemberList, member_lists};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Service;
use super::answers::document;
use super::findings::placed_edits;
use super::grids::{GridEdit, difference, tree};
use super::places::Places;
use super::rpc::Refusal;

/// The parameters of `sandtable/moveMember`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct MoveMemberParams {
    text_document: lsp::TextDocumentIdentifier,
    /// The number of the list among those of the text.
    list: usize,
    /// The name of the member that is moved.
    name: String,
    from: usize,
    to: usize,
}

#[derive(Debug, Serialize)]
struct Declarations {
    declarations: Vec<DeclarationRow>,
    lists: Vec<ListRow>,
}

/// A declaration as written.
#[derive(Debug, Serialize)]
struct DeclarationRow {
    /// The layer that it belongs to: the ruleset, or one that it changes.
    ruleset: String,
    /// The keyword.
    sort: &'static str,
    name: String,
    /// Empty if it has none.
    title: String,
    /// Its whole text.
    place: Option<lsp::Location>,
    /// Its head line.
    head: Option<lsp::Location>,
    parameters: Vec<ParameterRow>,
    /// Of a roll.
    outcomes: Vec<String>,
    /// Of a ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'static str>,
    /// Of a kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<KindRow>,
}

#[derive(Debug, Serialize)]
struct ParameterRow {
    name: String,
    /// The words of its type, such as the kinds of units; empty if it is not written.
    kinds: Vec<String>,
    several: bool,
}

#[derive(Debug, Serialize)]
struct KindRow {
    stats: Vec<ValueRow>,
    tracks: Vec<ValueRow>,
    traits: Vec<String>,
}

/// A stat or a track.
#[derive(Debug, Serialize)]
struct ValueRow {
    name: String,
    title: String,
    /// Ends of the range of numbers; of words both are null.
    from: Option<i32>,
    to: Option<i32>,
    is_number: bool,
    /// Number of parts of a whole that it counts in.
    parts: i32,
    /// Its values, of a list of words.
    words: Vec<String>,
}

/// A list whose members change places.
#[derive(Debug, Serialize)]
struct ListRow {
    sort: &'static str,
    of: String,
    uri: lsp::Uri,
    /// Its number among those of the text.
    list: usize,
    members: Vec<MemberRow>,
}

/// The parameters of `sandtable/declarations`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeclarationsParams {
    ruleset: String,
}

#[derive(Debug, Serialize)]
struct MemberRow {
    name: String,
    title: String,
    head: Option<lsp::Location>,
}

impl Service {
    /// Lists the declarations of a ruleset and of those it changes, those that can be read, and its lists.
    ///
    /// Errors: a slip of our own.
    pub(crate) fn list_declarations(
        &mut self,
        asked: &DeclarationsParams,
    ) -> Result<Value, Refusal> {
        let mut body = Declarations {
            declarations: Vec::new(),
            lists: Vec::new(),
        };
        let Ok(bundle) = self.workspace.load(&asked.ruleset) else {
            return document("declarations", body);
        };
        let files = bundle.layers.iter().flat_map(|layer| {
            let files = layer.rule_files.iter();
            files.map(move |file| (layer, *file))
        });
        let trees = files.filter_map(|(layer, file)| {
            let source = bundle.sources.get(file)?;
            Some((layer, source, tree(file, source)))
        });
        let trees: Vec<_> = trees.collect();
        let words = trees
            .iter()
            .flat_map(|(.., tree)| lists_of_words(tree))
            .collect();
        for (layer, source, tree) in &trees {
            let rows = rows(&layer.name, tree, &words, &bundle.sources, &self.places);
            body.declarations.extend(rows);
            let lists = member_lists(tree, &source.text).into_iter().enumerate();
            body.lists.extend(lists.map(|(at, list)| {
                let uri = self.places.uri(&source.name);
                list_row(at, list, &bundle.sources, uri, &self.places)
            }));
        }
        document("declarations", body)
    }

    /// Returns the edit that moves a member of a list to the place of another.
    ///
    /// Errors: the list is another by now, or the text could not be read afterwards.
    pub(crate) fn move_member(&mut self, asked: &MoveMemberParams) -> Result<Value, Refusal> {
        let spot = self.analysed(&asked.text_document.uri);
        let missing = || Refusal::failed(format!("`{}` is at another place by now", asked.name));
        let spot = spot.ok_or_else(missing)?;
        let source = spot.source().ok_or_else(missing)?;
        let lists = member_lists(&tree(spot.file, source), &source.text);
        let list = lists.get(asked.list).ok_or_else(missing)?;
        let member = list.members.get(asked.from);
        if member.is_none_or(|member| member.name != asked.name) {
            return Err(missing());
        }
        let text = list.moved(&source.name, spot.file, &source.text, asked.from, asked.to);
        let text = text.map_err(Refusal::failed)?;
        let edit = difference(spot.file, &source.text, &text);
        let edits = placed_edits(&[edit], spot.analysis.sources(), &self.places);
        document("grid-edit", GridEdit { edits })
    }
}

/// Lists of words by their names.
type WordLists = BTreeMap<String, Vec<String>>;

/// The lists of words that a text declares.
fn lists_of_words(tree: &File) -> Vec<(String, Vec<String>)> {
    let items = tree.items.iter();
    let lists = items.filter_map(|item| {
        let Item::Scale(scale) = &item.value else {
            return None;
        };
        Some((scale.head.name.value.clone(), names(&scale.words)))
    });
    lists.collect()
}

fn names(names: &[Name]) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).collect()
}

/// The declarations of a text.
fn rows(
    ruleset: &str,
    tree: &File,
    words: &WordLists,
    sources: &SourceMap,
    places: &Places,
) -> Vec<DeclarationRow> {
    let items = tree.items.iter();
    items
        .filter_map(|item| {
            let extent = extent(tree, item.span);
            Some(DeclarationRow {
                ruleset: ruleset.to_owned(),
                place: places.location(sources, extent),
                head: places.location(sources, item.span),
                ..row(&item.value, words)?
            })
        })
        .collect()
}

/// The text of the declaration with a head line.
fn extent(tree: &File, head: Span) -> Span {
    let mut extents = tree.extents.iter();
    let around = extents.find(|extent| extent.start <= head.start && head.end <= extent.end);
    around.copied().unwrap_or(head)
}

/// A declaration without its place; `None` for changes of a base.
fn row(item: &Item, words: &WordLists) -> Option<DeclarationRow> {
    if let Item::Example(example) = item {
        let title = example.title.as_ref();
        let title = title.map_or_else(String::new, |title| title.value.clone());
        return Some(bare("example", String::new(), title));
    }
    if item.is_change() {
        return None;
    }
    let head = item.head()?;
    let title = head.title.as_ref();
    let title = title.map_or_else(String::new, |title| title.value.clone());
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others have a sort")]
    let sort = match item {
        Item::Ruleset(_) => "ruleset",
        Item::Variant(_) => "variant",
        _ => item.sort()?,
    };
    let mut row = bare(sort, head.name.value.clone(), title);
    row.parameters = parameters(head);
    if let Some(ResultType::Outcomes(outcomes)) = &head.result {
        row.outcomes = names(outcomes);
    }
    if let Item::Ruleset(ruleset) = item {
        row.board = ruleset.board.as_ref().map(|board| board.value.word());
    }
    if let Item::Kind(kind) = item {
        row.kind = Some(kind_row(kind, words));
    }
    Some(row)
}

fn bare(sort: &'static str, name: String, title: String) -> DeclarationRow {
    DeclarationRow {
        ruleset: String::new(),
        sort,
        name,
        title,
        place: None,
        head: None,
        parameters: Vec::new(),
        outcomes: Vec::new(),
        board: None,
        kind: None,
    }
}

fn parameters(head: &Head) -> Vec<ParameterRow> {
    let parameters = head.parameters.iter().flatten();
    parameters
        .map(|parameter| ParameterRow {
            name: parameter.name.value.clone(),
            kinds: match parameter.ty.as_ref().map(|ty| &ty.value) {
                Some(Type::Words { words, .. }) => names(words),
                _ => Vec::new(),
            },
            several: parameter.is_several,
        })
        .collect()
}

fn kind_row(kind: &Kind, words: &WordLists) -> KindRow {
    let mut row = KindRow {
        stats: Vec::new(),
        tracks: Vec::new(),
        traits: Vec::new(),
    };
    for line in &kind.lines {
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has a value")]
        match &line.value {
            KindLine::Stat {
                name, ty, title, ..
            } => {
                let title = title.as_ref().unwrap_or(name);
                row.stats
                    .push(value_row(&name.value, &title.value, &ty.value, words));
            }
            KindLine::Track {
                names: tracks,
                ty,
                title,
                ..
            } => row.tracks.extend(tracks.iter().map(|name| {
                let title = title.as_ref().unwrap_or(name);
                value_row(&name.value, &title.value, &ty.value, words)
            })),
            KindLine::Traits(traits) => row.traits.extend(names(traits)),
            _ => {}
        }
    }
    row
}

fn value_row(name: &str, title: &str, ty: &Type, words: &WordLists) -> ValueRow {
    let mut row = ValueRow {
        name: name.to_owned(),
        title: title.to_owned(),
        from: None,
        to: None,
        is_number: false,
        parts: 1,
        words: Vec::new(),
    };
    if let Type::Number {
        low, high, parts, ..
    } = ty
    {
        row.is_number = true;
        (row.from, row.to) = (*low, *high);
        row.parts = parts.map_or(1, |parts| parts.number());
    } else if let Type::Words { words: written, .. } = ty {
        let list = match written.as_slice() {
            [only] => words.get(&only.value).cloned(),
            _ => None,
        };
        row.words = list.unwrap_or_else(|| names(written));
    }
    row
}

fn list_row(
    at: usize,
    list: MemberList,
    sources: &SourceMap,
    uri: lsp::Uri,
    places: &Places,
) -> ListRow {
    let member = |member: Member| MemberRow {
        head: places.location(sources, member.head),
        name: member.name,
        title: member.title,
    };
    ListRow {
        sort: list.sort.word(),
        of: list.of,
        uri,
        list: at,
        members: list.members.into_iter().map(member).collect(),
    }
}
