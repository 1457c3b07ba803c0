//! A module for VASSAL: a zip archive of `buildFile.xml`, `moduledata` and pictures.
//!
//! Source: the VASSAL reference manual (vassalengine.org), "Design"; the order of the fields of traits.

use std::fmt::Write;

use super::archive::pack;
use super::unit_counter::{
    CARD_HEIGHT, CARD_WIDTH, COUNTER_SIZE, card_back, cards, counters, lines_of, svg, text_line,
};
use super::{ExportFile, escaped};
use crate::picture::{Picture, to_svg};
use crate::words::{Block, Rulebook};
use sandtable_model::RuleBook;
use sandtable_model::board::GameMap;

/// Version of VASSAL that the module is written for.
const VASSAL: &str = "3.6.7";
/// Description of the module.
const DRAFT: &str = "Draft made by Sandtable, to be finished in the module editor";

/// Pieces get numbers of their own in the module.
struct Module {
    build: String,
    files: Vec<ExportFile>,
    n_pieces: usize,
}

/// Returns a module with a counter of each unit, the maps, charts, a turn track and the decks.
///
/// Errors: the archive would be too large for its format.
pub fn module(book: &RuleBook, words: &Rulebook, version: &str) -> Result<Vec<u8>, String> {
    let title = if words.title.is_empty() {
        "Rules"
    } else {
        &words.title
    };
    let mut module = Module {
        build: String::new(),
        files: Vec::new(),
        n_pieces: 0,
    };
    module.counters(book);
    module.maps(book);
    module.charts(words);
    module.turn_track(book);
    let build = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<VASSAL.build.GameModule name=\"{}\" version=\"{}\" ModuleOther1=\"{DRAFT}\" ModuleOther2=\"\" VassalVersion=\"{VASSAL}\" description=\"{DRAFT}\" nextPieceSlotId=\"{}\">\n{}</VASSAL.build.GameModule>\n",
        escaped(title),
        escaped(version),
        module.n_pieces + 1,
        module.build
    );
    let data = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<data version=\"1\">\n<version>{}</version>\n<VassalVersion>{VASSAL}</VassalVersion>\n<name>{}</name>\n<description>{DRAFT}</description>\n</data>\n",
        escaped(version),
        escaped(title)
    );
    let mut files = vec![
        ExportFile {
            name: "buildFile.xml".to_owned(),
            bytes: build.into_bytes(),
        },
        ExportFile {
            name: "moduledata".to_owned(),
            bytes: data.into_bytes(),
        },
    ];
    files.append(&mut module.files);
    pack(&files)
}

impl Module {
    fn picture(&mut self, name: &str, text: String) {
        self.files.push(ExportFile {
            name: format!("images/{name}"),
            bytes: text.into_bytes(),
        });
    }

    /// The window from which counters are taken: a panel for each kind.
    fn counters(&mut self, book: &RuleBook) {
        let counters = counters(book);
        let mut kinds: Vec<&str> = counters.iter().map(|one| one.kind.as_str()).collect();
        kinds.dedup();
        kinds.sort_unstable();
        kinds.dedup();
        let mut slots = String::new();
        for kind in kinds {
            let _ = writeln!(
                slots,
                "<VASSAL.build.widget.ListWidget entryName=\"{}\" height=\"0\" width=\"300\" scale=\"1.0\" divider=\"150\">",
                escaped(kind)
            );
            for counter in counters.iter().filter(|one| one.kind == kind) {
                self.n_pieces += 1;
                let number = self.n_pieces;
                let front = format!("counter-{number}.svg");
                self.picture(&front, counter.svg(false));
                let name = piece_name(&counter.title);
                let base = format!("piece;;;{front};{name}");
                let state = format!("null;0;0;{number};0");
                let (ty, state) = if counter.has_reverse {
                    let back = format!("counter-{number}-reverse.svg");
                    self.picture(&back, counter.svg(true));
                    // A layer with two pictures; Ctrl+F turns the counter over.
                    let layer = format!(
                        "emb2;;;;Turn over;130;F;;;;;;1;false;0;0;{front},{back};,+ (reverse);true;Side;;;false;;1;1;true;;70,130;;;1.0"
                    );
                    (format!("{layer}\t{base}"), format!("1\t{state}"))
                } else {
                    (base, state)
                };
                let _ = writeln!(
                    slots,
                    "<VASSAL.build.widget.PieceSlot entryName=\"{}\" gpid=\"{number}\" height=\"{COUNTER_SIZE}\" width=\"{COUNTER_SIZE}\" icon=\"\">{}</VASSAL.build.widget.PieceSlot>",
                    escaped(&counter.title),
                    command(&ty, &state)
                );
            }
            slots.push_str("</VASSAL.build.widget.ListWidget>\n");
        }
        let _ = writeln!(
            self.build,
            "<VASSAL.build.module.PieceWindow name=\"Counters\" defaultWidth=\"0\" hidden=\"false\" hotkey=\"67,520\" scale=\"1.0\" text=\"Counters\" tooltip=\"Show or hide the counters\" icon=\"\">\n<VASSAL.build.widget.TabWidget entryName=\"Counters\">\n{slots}</VASSAL.build.widget.TabWidget>\n</VASSAL.build.module.PieceWindow>"
        );
    }

    /// The window of the boards, with the decks beside them; without a map an empty table.
    fn maps(&mut self, book: &RuleBook) {
        let mut boards = String::new();
        for (at, map) in book.maps.iter().enumerate() {
            let name = format!("board-{}.svg", at + 1);
            let text = to_svg(&picture_of(map));
            let (width, height) = size_of(&text);
            self.picture(&name, text);
            let _ = writeln!(
                boards,
                "<VASSAL.build.module.map.boardPicker.Board image=\"{name}\" name=\"{}\" reversible=\"false\" color=\"255,255,255\" width=\"{width}\" height=\"{height}\"/>",
                escaped(map.naming.shown())
            );
        }
        if boards.is_empty() {
            boards.push_str("<VASSAL.build.module.map.boardPicker.Board image=\"\" name=\"Table\" reversible=\"false\" color=\"240,240,230\" width=\"1200\" height=\"800\"/>\n");
        }
        let decks = self.decks(book);
        let _ = writeln!(
            self.build,
            "<VASSAL.build.module.Map allowMultiple=\"false\" backgroundcolor=\"255,255,255\" buttonName=\"Board\" changeFormat=\"$message$\" color=\"0,0,0\" createFormat=\"$pieceName$ created in $location$\" edgeHeight=\"0\" edgeWidth=\"0\" hideKey=\"\" hotkey=\"77,520\" tooltip=\"\" icon=\"\" launch=\"false\" mapName=\"Board\" markMoved=\"Always\" markUnmovedHotkey=\"\" markUnmovedIcon=\"\" markUnmovedReport=\"\" markUnmovedText=\"\" markUnmovedTooltip=\"\" moveKey=\"\" moveToFormat=\"$pieceName$ moves to $location$\" moveWithinFormat=\"$pieceName$ moves to $location$\" showKey=\"\" thickness=\"3\">\n<VASSAL.build.module.map.BoardPicker addColumnText=\"Add column\" addRowText=\"Add row\" boardPrompt=\"Select board\" slotHeight=\"125\" slotScale=\"0.2\" slotWidth=\"350\" title=\"Choose boards\" selected=\"\">\n{boards}</VASSAL.build.module.map.BoardPicker>\n<VASSAL.build.module.map.StackMetrics bottom=\"40,0\" disabled=\"false\" down=\"37,0\" exSepX=\"6\" exSepY=\"18\" top=\"38,0\" unexSepX=\"2\" unexSepY=\"4\" up=\"39,0\"/>\n{decks}</VASSAL.build.module.Map>"
        );
    }

    fn decks(&mut self, book: &RuleBook) -> String {
        let mut decks = String::new();
        for (place, (deck, title, _)) in book.decks_on_table().iter().enumerate() {
            let back = format!("deck-{}-back.svg", place + 1);
            self.picture(&back, card_back(title));
            let x = 120 + place * 200;
            let _ = writeln!(
                decks,
                "<VASSAL.build.module.map.DrawPile name=\"{0}\" owningBoard=\"\" x=\"{x}\" y=\"160\" width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\" allowMultiple=\"true\" drawMultipleMessage=\"Draw several cards\" allowSelect=\"false\" drawSpecificMessage=\"Draw a card of your choice\" selectDisplayProperty=\"$BasicName$\" selectSortProperty=\"BasicName\" faceDown=\"Always\" faceFlipHotkey=\"70,130\" faceDownFormat=\"\" faceDownHotkey=\"\" faceDownMessage=\"Face down\" faceUpHotkey=\"\" faceUpMessage=\"Face up\" faceUpReportFormat=\"\" drawFaceUp=\"false\" shuffle=\"Via right-click Menu\" shuffleCommand=\"Shuffle\" shuffleFormat=\"$playerSide$ shuffles $deckName$\" shuffleHotkey=\"83,520\" reversible=\"false\" reverseCommand=\"Reverse\" reverseFormat=\"\" reverseHotkey=\"\" draw=\"true\" color=\"60,90,112\" hotkeyOnEmpty=\"false\" emptyHotkey=\"\" reshufflable=\"false\" reshuffleCommand=\"\" reshuffleHotkey=\"\" reshuffleMessage=\"\" reshuffleTarget=\"\" canSave=\"false\" saveHotkey=\"\" saveMessage=\"Save deck\" saveReportFormat=\"Deck saved\" loadHotkey=\"\" loadMessage=\"Load deck\" loadReportFormat=\"Deck loaded\" maxStack=\"15\" expressionCounting=\"false\" countExpressions=\"\" restrictExpression=\"\" restrictOption=\"false\" deckOwners=\"\" deckRestrictAccess=\"false\">",
                escaped(title)
            );
            for (number, card) in cards(book, deck).iter().enumerate() {
                let front = format!("deck-{}-card-{}.svg", place + 1, number + 1);
                self.picture(&front, card.svg());
                for _ in 0..card.copies {
                    self.n_pieces += 1;
                    let piece = self.n_pieces;
                    let name = piece_name(&card.title);
                    let ty = format!("obs;;{back};;;?;player:;;;true;;\tpiece;;;{front};{name}");
                    let state = format!("null\tnull;0;0;{piece};0");
                    let _ = writeln!(
                        decks,
                        "<VASSAL.build.widget.CardSlot entryName=\"{}\" gpid=\"{piece}\" height=\"{CARD_HEIGHT}\" width=\"{CARD_WIDTH}\" icon=\"\">{}</VASSAL.build.widget.CardSlot>",
                        escaped(&card.title),
                        command(&ty, &state)
                    );
                }
            }
            decks.push_str("</VASSAL.build.module.map.DrawPile>\n");
        }
        decks
    }

    /// The window of charts: a picture of each table and each list of modifiers.
    fn charts(&mut self, words: &Rulebook) {
        let rules = words.sections.iter().flat_map(|section| &section.rules);
        let rules = rules.filter(|rule| matches!(rule.sort, "table" | "modifiers"));
        let mut charts = String::new();
        for (at, rule) in rules.enumerate() {
            let name = format!("chart-{}.svg", at + 1);
            self.picture(&name, chart(&rule.title, &rule.blocks));
            let _ = writeln!(
                charts,
                "<VASSAL.build.widget.Chart chartName=\"{}\" description=\"\" fileName=\"{name}\"/>",
                escaped(&rule.title)
            );
        }
        if !charts.is_empty() {
            let _ = writeln!(
                self.build,
                "<VASSAL.build.module.ChartWindow name=\"Charts\" hotkey=\"65,520\" description=\"\" text=\"Charts\" tooltip=\"Show or hide the charts\" icon=\"\">\n<VASSAL.build.widget.ListWidget entryName=\"Charts\" height=\"0\" width=\"300\" scale=\"1.0\" divider=\"150\">\n{charts}</VASSAL.build.widget.ListWidget>\n</VASSAL.build.module.ChartWindow>"
            );
        }
    }

    /// The turn, and the phases of its sequence in it.
    fn turn_track(&mut self, book: &RuleBook) {
        let mut of_sequence: Option<sandtable_model::ProcedureId> = None;
        let mut names: Vec<String> = Vec::new();
        for (sequence, naming) in book.phases() {
            // The sequence with the most phases is the last one that begins with more.
            if of_sequence.is_none_or(|known| known == sequence) {
                of_sequence = Some(sequence);
                names.push(naming.shown().replace([',', ';', '\\'], " "));
            }
        }
        let phases = if names.is_empty() {
            String::new()
        } else {
            format!(
                "<VASSAL.build.module.turn.ListTurnLevel property=\"Phase\" list=\"{}\" configFirst=\"false\" configList=\"false\" turnFormat=\"$value$\"/>\n",
                escaped(&names.join(","))
            )
        };
        let _ = writeln!(
            self.build,
            "<VASSAL.build.module.turn.TurnTracker name=\"Turn\" buttonText=\"Turn\" hotkey=\"\" icon=\"\" length=\"-1\" lengthStyle=\"Maximum\" nexthotkey=\"84,520\" plusButtonSize=\"22\" prevhotkey=\"84,585\" reportFormat=\"$oldTurn$ ends, $newTurn$ begins\" turnButtonHeight=\"22\" turnFormat=\"$level1$ $level2$\" fwdOnly=\"false\">\n<VASSAL.build.module.turn.CounterTurnLevel property=\"Turn\" start=\"1\" incr=\"1\" loop=\"false\" loopLimit=\"-1\" turnFormat=\"Turn $value$\">\n{phases}</VASSAL.build.module.turn.CounterTurnLevel>\n</VASSAL.build.module.turn.TurnTracker>"
        );
    }
}

/// Returns the command that adds a piece of a type in a state.
fn command(ty: &str, state: &str) -> String {
    escape_keeping_tabs(&format!("+/null/{ty}/{state}"))
}

/// Replaces what XML reads as markup; the tab between two traits stays.
fn escape_keeping_tabs(text: &str) -> String {
    let parts: Vec<String> = text.split('\t').map(escaped).collect();
    // XML readers preserve a tab in the text of an element.
    parts.join("\t")
}

/// Returns a name without the marks that separate fields of a piece.
fn piece_name(title: &str) -> String {
    title.replace([';', '/', '\t', '\\', ','], " ")
}

/// Returns a picture of a map without pieces.
pub(super) fn picture_of(map: &GameMap) -> Picture<'_> {
    Picture {
        pieces: Vec::new(),
        ..Picture::of_game_map(map)
    }
}

/// Returns width and height of a picture, in whole pixels.
fn size_of(svg: &str) -> (u32, u32) {
    let of = |key: &str| {
        let found = svg.split(&format!(" {key}=\"")).nth(1)?;
        let number = found.split(['"', '.']).next()?;
        number.parse().ok()
    };
    (of("width").unwrap_or(1200), of("height").unwrap_or(800))
}

/// Returns a table or a list of modifiers as a picture.
fn chart(title: &str, blocks: &[Block]) -> String {
    let mut body = String::new();
    let mut y = 24;
    let mut width = 420;
    body.push_str(&text_line(12, y, 15, "#222222", "start", title));
    y += 22;
    for block in blocks {
        match block {
            Block::Table { heads, rows } => {
                let step = 110;
                let lines = std::iter::once(heads).chain(rows);
                for cells in lines {
                    let mut x = 12;
                    for cell in cells {
                        body.push_str(&text_line(x, y, 11, "#222222", "start", &cell.plain()));
                        x += step;
                    }
                    width = width.max(x);
                    y += 16;
                }
            }
            Block::List { items, .. } => {
                for item in items {
                    for line in lines_of(&item.text.plain(), 70, 9) {
                        body.push_str(&text_line(12, y, 11, "#222222", "start", &line));
                        y += 15;
                    }
                }
            }
            Block::Paragraph(text) | Block::Note(text) => {
                for line in lines_of(&text.plain(), 70, 9) {
                    body.push_str(&text_line(12, y, 11, "#222222", "start", &line));
                    y += 15;
                }
            }
        }
        y += 6;
    }
    svg(width + 12, y + 12, &body)
}
