//! The report of a scenario, as programs read it.

use sandtable_session::report::{
    Ending, Estimate, Report, RoundPoint, Separator, Skill, Unused, Worth,
};
use sandtable_source::{SourceMap, Span};
use serde::Serialize;

use super::estimates::{MeanRow, ShareRow, mean, share};
use super::games_compared::ComparedGames;
use super::odds::bounds;
use super::playouts::{GivenRow, GroupedRow, Quantity};
use crate::numerals::rounded;
use crate::places::file_and_line;

/// The document of `report`.
#[derive(Debug, Serialize)]
pub struct ReportDocument<'a> {
    scenario: &'a str,
    title: &'a str,
    players: Vec<PlayerRow<'a>>,
    seed: u64,
    games: u64,
    wanted: Option<u64>,
    assumed: &'a [String],
    winners: Vec<WinnerRow<'a>>,
    drawn: ShareRow,
    endings: Vec<EndingRow<'a>>,
    lengths: Vec<LengthEntry>,
    round: Option<RuleRow<'a>>,
    separators: Vec<SeparatorRow<'a>>,
    lead: Option<LeadRow<'a>>,
    first: Vec<WinnerRow<'a>>,
    decisions: Vec<DecisionRow<'a>>,
    given: Option<GivenRow<'a>>,
    groups: Option<GroupedRow<'a>>,
    compared: Option<ComparedGames<'a>>,
    never: NeverRow<'a>,
    worths: Vec<WorthEntry<'a>>,
    pairs: u64,
    skill: Vec<SkillRow<'a>>,
    luck: Option<LuckRow>,
    places: Vec<PlaceRow<'a>>,
    failures: Vec<FailureRow<'a>>,
    notable: Vec<NotableRow<'a>>,
    seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PlayerRow<'a> {
    side: &'a str,
    title: &'a str,
    player: &'a str,
}

#[derive(Debug, Serialize)]
struct WinnerRow<'a> {
    side: &'a str,
    share: ShareRow,
}

#[derive(Debug, Serialize)]
struct RuleRow<'a> {
    rule: &'a str,
    place: Option<String>,
}

#[derive(Debug, Serialize)]
struct EndingRow<'a> {
    winner: Option<String>,
    outcome: &'a str,
    ended_by: Option<RuleRow<'a>>,
    share: ShareRow,
}

#[derive(Debug, Serialize)]
struct LengthEntry {
    what: &'static str,
    least: Quantity,
    half: Quantity,
    most: Quantity,
    spread: f64,
    mean: MeanRow,
}

#[derive(Debug, Serialize)]
struct SeparatorRow<'a> {
    what: &'a str,
    winner_has: &'static str,
    parts: Vec<PartRow>,
    rounds: Vec<RoundRow>,
}

#[derive(Debug, Serialize)]
struct RoundRow {
    round: u32,
    games: u64,
    share: ShareRow,
    winner: MeanRow,
    others: MeanRow,
}

#[derive(Debug, Serialize)]
struct PartRow {
    part: f64,
    share: ShareRow,
    winner: MeanRow,
    others: MeanRow,
}

#[derive(Debug, Serialize)]
struct LeadRow<'a> {
    what: &'a str,
    changes: MeanRow,
    half_wins: ShareRow,
    decided: MeanRow,
    decided_round: Option<MeanRow>,
    never_led: ShareRow,
}

#[derive(Debug, Serialize)]
struct DecisionRow<'a> {
    decision: &'a str,
    place: Option<String>,
    per_game: f64,
    options: f64,
    ties: Option<ShareRow>,
    close: Option<ShareRow>,
    taken: Vec<OptionRow<'a>>,
}

#[derive(Debug, Serialize)]
struct OptionRow<'a> {
    option: &'a str,
    offered: u64,
    taken: ShareRow,
}

#[derive(Debug, Serialize)]
struct NeverRow<'a> {
    rules: Vec<RuleRow<'a>>,
    options_taken: Vec<UnusedOption<'a>>,
    options_offered: Vec<UnusedOption<'a>>,
    places_taken: Vec<PlacesRow<'a>>,
    places_occupied: &'a [String],
    units: &'a [String],
    cards: &'a [String],
    cards_drawn: &'a [String],
    cells: Vec<CellsRow<'a>>,
    games_traced: u64,
    interval: [f64; 2],
}

#[derive(Debug, Serialize)]
struct UnusedOption<'a> {
    decision: &'a str,
    option: &'a str,
}

#[derive(Debug, Serialize)]
struct PlacesRow<'a> {
    decision: &'a str,
    place: Option<String>,
    offered: usize,
    never: &'a [String],
}

#[derive(Debug, Serialize)]
struct CellsRow<'a> {
    table: &'a str,
    place: Option<String>,
    cells: usize,
    unread: &'a [String],
}

#[derive(Debug, Serialize)]
struct WorthEntry<'a> {
    side: &'a str,
    sort: &'static str,
    without: &'a str,
    loss: MeanRow,
    changed: ShareRow,
}

#[derive(Debug, Serialize)]
struct SkillRow<'a> {
    better: &'a str,
    other: &'a str,
    games: u64,
    percent: MeanRow,
    elo: MeanRow,
}

#[derive(Debug, Serialize)]
struct LuckRow {
    games: u64,
    dice: MeanRow,
}

#[derive(Debug, Serialize)]
struct PlaceRow<'a> {
    place: &'a str,
    changed: &'a [f64],
    lost: &'a [f64],
}

#[derive(Debug, Serialize)]
struct FailureRow<'a> {
    seed: u64,
    why: &'a str,
}

#[derive(Debug, Serialize)]
struct NotableRow<'a> {
    what: &'a str,
    seed: u64,
    words: &'a str,
    command: &'a str,
}

/// The parts of a game at which quantities are compared.
const PARTS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

impl<'a> ReportDocument<'a> {
    /// Describes a report, which took so long, if anybody looked.
    pub fn new(report: &'a Report, seconds: Option<f64>) -> Self {
        let side = |seat: usize| report.sides.get(seat).map_or("", |side| side.name.as_str());
        let sources = &report.sources;
        let winners = report.winners.iter().enumerate();
        Self {
            scenario: &report.scenario,
            title: &report.title,
            players: report
                .sides
                .iter()
                .map(|side| PlayerRow {
                    side: &side.name,
                    title: &side.title,
                    player: &side.player,
                })
                .collect(),
            seed: report.seed,
            games: report.n_games,
            wanted: report.wanted,
            assumed: &report.assumed,
            winners: winners
                .map(|(seat, won)| WinnerRow {
                    side: side(seat),
                    share: share(*won),
                })
                .collect(),
            drawn: share(report.drawn),
            endings: report
                .endings
                .iter()
                .map(|one| ending(one, &side, sources))
                .collect(),
            lengths: lengths(report),
            round: report.round.as_ref().map(|one| rule(one, sources)),
            separators: report.separators.iter().map(separator).collect(),
            lead: report.lead.as_ref().map(|lead| LeadRow {
                what: &lead.title,
                changes: mean(&lead.changes),
                half_wins: share(lead.half_wins),
                decided: mean(&lead.decided),
                decided_round: lead.decided_round.as_ref().map(mean),
                never_led: share(lead.never_led),
            }),
            first: report
                .first
                .iter()
                .map(|one| WinnerRow {
                    side: side(one.seat),
                    share: share(one.won),
                })
                .collect(),
            decisions: decisions(report),
            given: report.given.as_ref().map(GivenRow::new),
            groups: report.groups.as_ref().map(GroupedRow::new),
            compared: report.comparison.as_ref().map(ComparedGames::new),
            never: never(&report.unused, sources),
            worths: report.worths.iter().map(|one| worth(one, &side)).collect(),
            pairs: report.n_pairs,
            skill: report.skill.iter().map(skill).collect(),
            luck: report.luck.as_ref().map(|luck| LuckRow {
                games: luck.n_games,
                dice: mean(&percent(&luck.dice)),
            }),
            places: report
                .places
                .iter()
                .map(|one| PlaceRow {
                    place: &one.name,
                    changed: &one.hits,
                    lost: &one.losses,
                })
                .collect(),
            failures: report
                .failures
                .iter()
                .map(|one| FailureRow {
                    seed: one.seed,
                    why: &one.why,
                })
                .collect(),
            notable: report
                .notable
                .iter()
                .map(|one| NotableRow {
                    what: one.what,
                    seed: one.seed,
                    words: &one.words,
                    command: &one.command,
                })
                .collect(),
            seconds,
        }
    }
}

fn rule<'a>((name, span): &'a (String, Span), sources: &SourceMap) -> RuleRow<'a> {
    RuleRow {
        rule: name,
        place: file_and_line(*span, sources),
    }
}

fn ending<'a>(
    ending: &'a Ending,
    side: &impl Fn(usize) -> &'a str,
    sources: &SourceMap,
) -> EndingRow<'a> {
    EndingRow {
        winner: (!ending.winners.is_empty()).then(|| {
            let names = ending.winners.iter().map(|seat| side(*seat));
            names.collect::<Vec<_>>().join(" and ")
        }),
        outcome: &ending.words,
        ended_by: ending.rule.as_ref().map(|one| rule(one, sources)),
        share: share(ending.share),
    }
}

fn lengths(report: &Report) -> Vec<LengthEntry> {
    let lengths = report.lengths.iter();
    lengths
        .map(|length| LengthEntry {
            what: length.what,
            least: Quantity::new(length.summary.least),
            half: Quantity::new(length.summary.median),
            most: Quantity::new(length.summary.most),
            spread: rounded(length.summary.std_dev),
            mean: mean(&length.mean),
        })
        .collect()
}

fn separator(separator: &Separator) -> SeparatorRow<'_> {
    let parts = PARTS.iter().zip(&separator.at).zip(&separator.means);
    SeparatorRow {
        what: &separator.title,
        winner_has: if separator.more { "more" } else { "less" },
        parts: parts
            .map(|((part, at), [winner, others])| PartRow {
                part: *part,
                share: share(*at),
                winner: mean(winner),
                others: mean(others),
            })
            .collect(),
        rounds: separator.rounds.iter().map(round).collect(),
    }
}

fn round(point: &RoundPoint) -> RoundRow {
    let [winner, others] = &point.means;
    RoundRow {
        round: point.round,
        games: point.n_games,
        share: share(point.share),
        winner: mean(winner),
        others: mean(others),
    }
}

fn decisions(report: &Report) -> Vec<DecisionRow<'_>> {
    let decisions = report.decisions.iter();
    decisions
        .map(|one| DecisionRow {
            decision: &one.title,
            place: one
                .span
                .and_then(|span| file_and_line(span, &report.sources)),
            per_game: rounded(one.per_game),
            options: rounded(one.answers),
            ties: one.ties.map(share),
            close: one.close.map(share),
            taken: one
                .options
                .iter()
                .map(|option| OptionRow {
                    option: &option.words,
                    offered: option.offered,
                    taken: share(option.taken),
                })
                .collect(),
        })
        .collect()
}

fn never<'a>(unused: &'a Unused, sources: &SourceMap) -> NeverRow<'a> {
    NeverRow {
        rules: unused.rules.iter().map(|one| rule(one, sources)).collect(),
        options_taken: unused
            .options
            .iter()
            .map(|one| UnusedOption {
                decision: &one.decision,
                option: &one.words,
            })
            .collect(),
        options_offered: unused
            .never_offered
            .iter()
            .map(|(decision, option)| UnusedOption { decision, option })
            .collect(),
        places_taken: unused
            .places
            .iter()
            .map(|one| PlacesRow {
                decision: &one.title,
                place: one.span.and_then(|span| file_and_line(span, sources)),
                offered: one.n_offered,
                never: &one.never,
            })
            .collect(),
        places_occupied: &unused.unoccupied,
        units: &unused.units,
        cards: &unused.cards,
        cards_drawn: &unused.undrawn,
        cells: unused
            .tables
            .iter()
            .map(|table| CellsRow {
                table: &table.title,
                place: file_and_line(table.span, sources),
                cells: table.n_cells,
                unread: &table.unread,
            })
            .collect(),
        games_traced: unused.n_traced,
        interval: bounds((0.0, unused.bound)),
    }
}

fn worth<'a>(worth: &'a Worth, side: &impl Fn(usize) -> &'a str) -> WorthEntry<'a> {
    WorthEntry {
        side: side(worth.seat),
        sort: worth.sort.word(),
        without: &worth.title,
        loss: mean(&worth.loss),
        changed: share(worth.changed),
    }
}

/// A share in percent.
fn percent(share: &Estimate) -> Estimate {
    Estimate {
        mean: 100.0 * share.mean,
        low: 100.0 * share.low,
        high: 100.0 * share.high,
    }
}

fn skill(skill: &Skill) -> SkillRow<'_> {
    SkillRow {
        better: &skill.better,
        other: &skill.other,
        games: skill.n_games,
        percent: mean(&percent(&skill.share)),
        elo: mean(&skill.elo),
    }
}
