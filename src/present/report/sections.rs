//! The sections of a report in words.

use sandtable_session::report::{Estimate, Report, Share, UnusedOption, Worth};
use sandtable_source::Span;

use super::{Mark, Section, Table, heads, versions};
use crate::numerals::{counted, grouped};
use crate::places::file_and_line;
use crate::playouts::given_words;

/// Names in a sentence before the rest is only counted.
const MOST_NAMES: usize = 8;

/// The lines at the top: what was played, by whom, and what was assumed.
pub(crate) fn heading(report: &Report) -> Vec<String> {
    let players: Vec<String> = report
        .sides
        .iter()
        .map(|side| format!("{} {}", side.name, side.player))
        .collect();
    let n_seeds = report
        .given
        .as_ref()
        .map_or(report.n_games, |given| given.share.of);
    let last = report.seed.wrapping_add(n_seeds.saturating_sub(1));
    let mut lines = vec![format!(
        "{}: {} games, {} (seeds {} to {last})",
        report.title,
        grouped(report.n_games),
        players.join(", "),
        report.seed
    )];
    lines.extend(report.given.as_ref().map(given_words));
    lines.push("Each interval holds the true number in 95 of 100 such reports.".to_owned());
    lines.extend(report.assumed.iter().map(|one| format!("Assumed: {one}.")));
    lines
}

/// Returns the sections in order; those with nothing to say are left out.
pub fn sections_of(report: &Report) -> Vec<Section> {
    let mut sections = sections_of_numbers(report);
    let games = Words(report).notable();
    if !games.sentences.is_empty() {
        sections.push(games);
    }
    sections
}

/// Returns the sections but for the games to look at.
pub(crate) fn sections_of_numbers(report: &Report) -> Vec<Section> {
    let words = Words(report);
    let sections = [
        words.winners(),
        versions::groups(report),
        versions::comparison(report),
        words.lengths(),
        words.winners_against_losers(),
        words.rounds(),
        words.lead(),
        words.first(),
        words.decisions(),
        words.unused(),
        words.worths(),
        words.skill(),
        words.places(),
        words.failures(),
    ];
    let has_words = |one: &Section| !one.sentences.is_empty() || one.table.is_some();
    sections.into_iter().filter(has_words).collect()
}

/// `65.0 % (62.0 to 67.9 %)`
pub(super) fn share(share: Share) -> String {
    if share.of == 0 {
        return "-".to_owned();
    }
    let (low, high) = share.between();
    format!("{:.1} % ({low:.1} to {high:.1} %)", share.percent())
}

/// `12.3 (11.9 to 12.7)`
pub(super) fn mean(estimate: &Estimate) -> String {
    let [mean, low, high] = [estimate.mean, estimate.low, estimate.high].map(tenths);
    format!("{mean:.1} ({low:.1} to {high:.1})")
}

/// A number rounded to tenths, without the sign of a negative zero.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

pub(super) fn mark_of(share: Share) -> Mark {
    let (low, high) = share.between();
    Mark {
        value: share.percent(),
        low,
        high,
    }
}

/// A change of chances in points: what a side gains without a thing. Adding 0 turns -0 into 0; no chance changes by more than 100 points.
fn gain(loss: &Estimate) -> Mark {
    Mark {
        value: -loss.mean + 0.0,
        low: (-loss.high + 0.0).max(-100.0),
        high: (-loss.low + 0.0).min(100.0),
    }
}

/// A list of names, the rest counted.
fn names(all: impl IntoIterator<Item = String>) -> String {
    listed(all.into_iter().map(|name| format!("`{name}`")))
}

/// The first few of these, and how many more there are.
fn listed(all: impl IntoIterator<Item = String>) -> String {
    let mut all = all.into_iter();
    let shown: Vec<String> = all.by_ref().take(MOST_NAMES).collect();
    match all.count() {
        0 => shown.join(", "),
        n_more => format!("{} and {n_more} more", shown.join(", ")),
    }
}

/// A report being put into words.
pub(super) struct Words<'r>(pub(super) &'r Report);

impl Words<'_> {
    fn side(&self, seat: usize) -> &str {
        self.0.sides.get(seat).map_or("", |side| &side.title)
    }

    /// The name of the player in a seat.
    fn player(&self, seat: usize) -> &str {
        self.0.sides.get(seat).map_or("", |side| &side.player)
    }

    fn place(&self, span: Option<Span>) -> String {
        let place = span.and_then(|span| file_and_line(span, &self.0.sources));
        place.unwrap_or_default()
    }

    fn rule(&self, rule: &(String, Span)) -> String {
        let (name, span) = rule;
        match file_and_line(*span, &self.0.sources) {
            Some(place) if name.is_empty() => place,
            Some(place) => format!("`{name}` ({place})"),
            None => format!("`{name}`"),
        }
    }

    fn winners(&self) -> Section {
        let report = self.0;
        let n_seats = report.sides.len().max(1);
        let fair = 100.0 / n_seats as f64;
        // Shares of the games that somebody won: the others say nothing about which side is stronger.
        let n_won: u64 = report.winners.iter().map(|won| won.count).sum();
        let mut sentences: Vec<String> = report
            .winners
            .iter()
            .enumerate()
            .map(|(seat, won)| {
                let decided = Share {
                    count: won.count,
                    of: n_won,
                };
                let (low, high) = decided.between();
                let verdict = match (low > fair, high < fair) {
                    (true, _) => "more than an equal share",
                    (_, true) => "less than an equal share",
                    _ => "which may be an equal share",
                };
                let verdict = match n_won < won.of {
                    true => format!("{verdict} of those that have a winner"),
                    false => verdict.to_owned(),
                };
                // In the past, where a verb is the same for a title in the plural.
                format!(
                    "{} won {} of the games, {verdict}.",
                    self.side(seat),
                    share(*won)
                )
            })
            .collect();
        if report.together.count > 0 {
            sentences.push(format!(
                "Several sides won {} of the games together; such a game counts for each of them.",
                share(report.together)
            ));
        }
        if report.drawn.count > 0 {
            sentences.push(format!("Nobody won {} of the games.", share(report.drawn)));
        }
        let rows = report.endings.iter().map(|ending| {
            let rule = ending.rule.as_ref();
            vec![
                ending.words.clone(),
                rule.map_or_else(
                    || "the end of the sequence".to_owned(),
                    |rule| self.rule(rule),
                ),
                share(ending.share),
            ]
        });
        Section {
            title: "Winners, and the rules by which they win",
            sentences,
            table: Some(Table {
                head: heads(["the game", "ended by", "share"]),
                rows: rows.collect(),
                marks: report
                    .endings
                    .iter()
                    .map(|one| mark_of(one.share))
                    .collect(),
                scale: (0.0, 100.0),
            }),
        }
    }

    fn lengths(&self) -> Section {
        let report = self.0;
        let rows = report.lengths.iter().map(|length| {
            let summary = &length.summary;
            vec![
                length.what.to_owned(),
                summary.least.to_string(),
                summary.median.to_string(),
                summary.most.to_string(),
                mean(&length.mean),
            ]
        });
        let round = match &report.round {
            Some(rule) => format!("A round is one pass of the loop in {}.", self.rule(rule)),
            None => "No loop spans the game, so rounds are not counted.".to_owned(),
        };
        Section {
            title: "Length",
            sentences: vec![
                round,
                "A turn is a series of decisions of one side.".to_owned(),
            ],
            table: Some(Table {
                head: heads(["", "min", "median", "max", "mean"]),
                rows: rows.collect(),
                ..Table::default()
            }),
        }
    }

    fn lead(&self) -> Section {
        let Some(lead) = &self.0.lead else {
            return Section::default();
        };
        let mut sentences = vec![
            format!("The lead is measured by {}.", lead.title),
            format!("It changes hands {} times in a game.", mean(&lead.changes)),
        ];
        sentences.extend((lead.half_wins.of > 0).then(|| {
            format!(
                "The side that led at half time won {} of the games.",
                share(lead.half_wins)
            )
        }));
        let decided = Estimate {
            mean: 100.0 * lead.decided.mean,
            low: 100.0 * lead.decided.low,
            high: 100.0 * lead.decided.high,
        };
        sentences.push(match &lead.decided_round {
            Some(round) => format!(
                "The winner leads to the end from round {} on, after {} % of the game.",
                mean(round),
                mean(&decided)
            ),
            None => format!(
                "The winner leads to the end after {} % of the game.",
                mean(&decided)
            ),
        });
        if lead.never_led.count > 0 {
            sentences.push(format!(
                "In {} of the games the winner did not lead before the end.",
                share(lead.never_led)
            ));
        }
        Section {
            title: "Lead and decision",
            sentences,
            table: None,
        }
    }

    fn first(&self) -> Section {
        let first = &self.0.first;
        let sentences = match first.as_slice() {
            [] => Vec::new(),
            [only] => vec![format!(
                "{} made the first decision of every game and won {}; swap the sides to tell the seat from the forces.",
                self.side(only.seat),
                share(only.won)
            )],
            several => {
                let (mut count, mut of) = (0, 0);
                for one in several {
                    count += one.won.count;
                    of += one.won.of;
                }
                let each = several.iter().map(|one| {
                    format!(
                        "{} won {} of the games after deciding first.",
                        self.side(one.seat),
                        share(one.won)
                    )
                });
                let all = format!(
                    "The side that decided first won {} of all games.",
                    share(Share { count, of })
                );
                std::iter::once(all).chain(each).collect()
            }
        };
        Section {
            title: "First decision",
            sentences,
            table: None,
        }
    }

    fn decisions(&self) -> Section {
        let asked = self.0.decisions.iter().filter(|one| one.per_game > 0.0);
        let rows = asked.clone().map(|one| {
            vec![
                match self.place(one.span) {
                    place if place.is_empty() => one.title.clone(),
                    place => format!("{} ({place})", one.title),
                },
                format!("{:.1}", one.per_game),
                format!("{:.1}", one.answers),
                one.ties.map_or_else(|| "no `worth`".to_owned(), share),
            ]
        });
        let has_compared = asked.clone().any(|one| one.close.is_some());
        let close = asked
            .clone()
            .map(|one| one.close.map_or("-".to_owned(), share));
        let rows: Vec<Vec<String>> = rows
            .zip(close)
            .map(|(mut row, close)| {
                row.extend(has_compared.then_some(close));
                row
            })
            .collect();
        let mut head = heads(["decision", "a game", "options", "best two of equal worth"]);
        head.extend(has_compared.then(|| "second best as good".to_owned()));
        let open = asked.filter(|one| one.ties.is_none()).count();
        let policy = self.0.sides.iter().any(|side| side.player == "policy");
        let sentences = (open > 0 && policy).then(|| {
            format!(
                "{} without a `worth`: the policy takes the first option there, so an option that it never takes means little.",
                counted(open, "decision")
            )
        });
        Section {
            title: "Decisions",
            sentences: sentences.into_iter().collect(),
            table: Some(Table {
                head,
                rows,
                ..Table::default()
            }),
        }
    }

    fn unused(&self) -> Section {
        let unused = &self.0.unused;
        let mut sentences = Vec::new();
        if !unused.rules.is_empty() {
            let rules = unused.rules.iter().map(|(name, _)| name.clone());
            sentences.push(format!("Rules that never began: {}.", names(rules)));
        }
        if !unused.options.is_empty() {
            let options = unused.options.iter();
            let options = options.map(|one| {
                let UnusedOption {
                    decision, words, ..
                } = one;
                let offered = match one.offered {
                    1 => "offered once".to_owned(),
                    n => format!("offered {} times", grouped(n)),
                };
                match one.forced {
                    0 => format!("`{decision}: {words}` ({offered})"),
                    1 => {
                        format!("`{decision}: {words}` ({offered}; once nothing else was possible)")
                    }
                    n => format!(
                        "`{decision}: {words}` ({offered}; {n} times nothing else was possible)"
                    ),
                }
            });
            sentences.push(format!("Options never taken: {}.", listed(options)));
        }
        if !unused.never_offered.is_empty() {
            let options = unused.never_offered.iter();
            let options = options.map(|(decision, option)| format!("{decision}: {option}"));
            sentences.push(format!("Options never offered: {}.", names(options)));
        }
        for decision in &unused.places {
            sentences.push(format!(
                "Places never taken by `{}` ({}): {} of {} that were offered: {}.",
                decision.title,
                self.place(decision.span),
                decision.never.len(),
                decision.n_offered,
                names(decision.never.iter().cloned())
            ));
        }
        if !unused.unoccupied.is_empty() {
            sentences.push(format!(
                "Places where no unit ever was: {} of {}: {}.",
                unused.unoccupied.len(),
                unused.n_places,
                names(unused.unoccupied.iter().cloned())
            ));
        }
        if !unused.units.is_empty() {
            sentences.push(format!(
                "Units never chosen and never moved: {}.",
                names(unused.units.iter().cloned())
            ));
        }
        if !unused.cards.is_empty() {
            sentences.push(format!(
                "Cards never chosen: {}.",
                names(unused.cards.iter().cloned())
            ));
        }
        if !unused.undrawn.is_empty() {
            sentences.push(format!(
                "Cards that never left their deck: {}.",
                names(unused.undrawn.iter().cloned())
            ));
        }
        for table in &unused.tables {
            let n_unread = table.unread.len();
            sentences.push(format!(
                "`{}` ({}): {n_unread} of {} were never read in {} by policy: {}.",
                table.title,
                self.place(Some(table.span)),
                counted(table.n_cells, "cell"),
                counted(unused.n_traced as usize, "game"),
                names(table.unread.iter().cloned())
            ));
        }
        if !sentences.is_empty() {
            sentences.push(format!(
                "An event that was seen in none of {} games happens in at most {:.2} % of games.",
                grouped(self.0.n_games),
                unused.bound
            ));
        }
        Section {
            title: "Never used",
            sentences,
            table: None,
        }
    }

    fn worths(&self) -> Section {
        let worths = &self.0.worths;
        let sentence = |one: &Worth| {
            let loss = &one.loss;
            let gain = gain(loss);
            let what = format!(
                "{} without `{}`: {:+.1} points ({:+.1} to {:+.1})",
                self.side(one.seat),
                one.title,
                gain.value,
                gain.low,
                gain.high
            );
            match (loss.low > 0.0, loss.high < 0.0) {
                (true, _) => Some(format!("{what}: a real loss.")),
                (_, true) => Some(match self.player(one.seat) {
                    "policy" => format!("{what}: the policy plays better without it."),
                    _ => format!("{what}: its player does better without it."),
                }),
                _ => None,
            }
        };
        let mut sentences: Vec<String> = worths.iter().filter_map(sentence).collect();
        if !worths.is_empty() {
            sentences.insert(
                0,
                format!(
                    "Each side played {} again with the same dice, but could not choose the thing.",
                    counted(self.0.n_pairs as usize, "game")
                ),
            );
        }
        let rows = worths.iter().map(|one| {
            let gain = gain(&one.loss);
            vec![
                self.side(one.seat).to_owned(),
                one.title.clone(),
                format!("{:+.1} ({:+.1} to {:+.1})", gain.value, gain.low, gain.high),
                share(one.changed),
            ]
        });
        let most = worths
            .iter()
            .map(|one| one.loss.high.abs().max(one.loss.low.abs()));
        let most = most.fold(1.0, f64::max);
        Section {
            title: "Worth of things",
            sentences,
            table: (!worths.is_empty()).then(|| Table {
                head: heads([
                    "side",
                    "without",
                    "chances, in points",
                    "games that went otherwise",
                ]),
                rows: rows.collect(),
                marks: worths.iter().map(|one| gain(&one.loss)).collect(),
                scale: (-most, most),
            }),
        }
    }

    fn skill(&self) -> Section {
        let sentence = |one: &sandtable_session::report::Skill| {
            let (share, elo) = (&one.share, &one.elo);
            format!(
                "`{}` against `{}`: {:.1} % ({:.1} to {:.1} %) of {}, which is {:+.0} Elo ({:+.0} to {:+.0}).",
                one.better,
                one.other,
                100.0 * share.mean,
                100.0 * share.low,
                100.0 * share.high,
                counted(one.n_games as usize, "game"),
                elo.mean,
                elo.low,
                elo.high
            )
        };
        let luck = self.0.luck.as_ref().map(|luck| {
            let dice = &luck.dice;
            format!(
                "Dice explain {:.0} % ({:.0} to {:.0} %) of the variance of results, decisions the rest, if both sides play by policy with every \
                 tenth choice at random ({} replayed from a position).",
                100.0 * dice.mean,
                100.0 * dice.low,
                100.0 * dice.high,
                counted(luck.n_games as usize, "game"),
            )
        });
        Section {
            title: "Luck and skill",
            sentences: self.0.skill.iter().map(sentence).chain(luck).collect(),
            table: None,
        }
    }

    fn places(&self) -> Section {
        let places = &self.0.places;
        let first = places.first();
        let sentences = first.map(|place| {
            format!(
                "Most happens at {}: other sides change units there {:.2} times a game, and {:.2} units are lost there.",
                place.name,
                place.hits.iter().sum::<f64>(),
                place.losses.iter().sum::<f64>()
            )
        });
        let unattributed = first.filter(|_| self.0.is_simultaneous).map(|_| {
            "Changes that follow from choices `at the same time` belong to no side and are not counted.".to_owned()
        });
        let by_rules = first.map(|_| {
            "Changes by the rules themselves, where a sequence or phase begins or ends, belong to no side either.".to_owned()
        });
        let rows = places.iter().map(|place| {
            let by_side = |of: &[f64]| {
                let words: Vec<String> = of.iter().map(|n| format!("{n:.2}")).collect();
                words.join(" : ")
            };
            vec![
                place.name.clone(),
                by_side(&place.hits),
                by_side(&place.losses),
            ]
        });
        let sides: Vec<&str> = self
            .0
            .sides
            .iter()
            .map(|side| side.title.as_str())
            .collect();
        let order = first.map(|_| format!("The numbers are of {}, in a game.", sides.join(" : ")));
        Section {
            title: "Places where units fight and die",
            sentences: sentences
                .into_iter()
                .chain(order)
                .chain(by_rules)
                .chain(unattributed)
                .collect(),
            table: (!places.is_empty()).then(|| Table {
                head: heads(["place", "changed by others", "lost"]),
                rows: rows.collect(),
                ..Table::default()
            }),
        }
    }

    fn failures(&self) -> Section {
        let failures = &self.0.failures;
        let n_failed = Share {
            count: failures.len() as u64,
            of: self.0.n_games,
        };
        let sentences = (!failures.is_empty()).then(|| {
            format!(
                "{} of the games were refused, failed or had no end.",
                share(n_failed)
            )
        });
        let rows = failures
            .iter()
            .map(|one| vec![one.seed.to_string(), one.why.clone()]);
        Section {
            title: "Games that failed",
            sentences: sentences.into_iter().collect(),
            table: (!failures.is_empty()).then(|| Table {
                head: heads(["seed", "why"]),
                rows: rows.collect(),
                ..Table::default()
            }),
        }
    }

    fn notable(&self) -> Section {
        let games = self.0.notable.iter();
        let sentences = games.map(|game| {
            format!(
                "The {} game, seed {}: {}. `{}`",
                game.what, game.seed, game.words, game.command
            )
        });
        Section {
            title: "Games to look at",
            sentences: sentences.collect(),
            table: None,
        }
    }
}
