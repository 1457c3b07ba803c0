//! Games worth looking at: the shortest, the longest, the closest and the strangest.

use sandtable_eval::wording::titles_of;
use sandtable_players::game::Verdict;
use sandtable_players::observe::GameRecord;

use super::Notable;
use super::analyse::Analysis;
use crate::statistics::Moments;

/// Returns notable games; `measure` is the quantity that best separates winners from losers.
pub(super) fn of(analysis: &Analysis<'_>, measure: Option<usize>) -> Vec<Notable> {
    let games: Vec<(u64, &GameRecord)> = analysis.records().collect();
    let length = |record: &GameRecord| record.n_choices + record.n_rolls;
    let shortest = games.iter().min_by_key(|(_, record)| length(record));
    let longest = games.iter().max_by_key(|(_, record)| length(record));
    let mut found = Vec::new();
    for (what, game) in [("shortest", shortest), ("longest", longest)] {
        found.extend(game.map(|(seed, record)| notable(analysis, what, *seed, record, None)));
    }
    found.extend(closest(analysis, &games, measure));
    found.extend(strangest(analysis, &games));
    found
}

fn notable(
    analysis: &Analysis<'_>,
    what: &'static str,
    seed: u64,
    record: &GameRecord,
    remark: Option<String>,
) -> Notable {
    let sides = analysis.scenario.sides();
    let winner = match record.verdict {
        Verdict::Won(_) | Verdict::Together(_) => {
            let titles = analysis.scenario.situation.unit_titles();
            let units = record.verdict.winners();
            let units = units.filter_map(|seat| analysis.model.side(seat));
            titles_of(units, &titles)
                .map_or_else(|| "won".to_owned(), |titles| format!("won by {titles}"))
        }
        Verdict::Drawn => "without a winner".to_owned(),
        Verdict::Unended => "without an end by the rules".to_owned(),
        Verdict::Refused => "refused".to_owned(),
    };
    let remark = remark.map_or_else(String::new, |remark| format!("; {remark}"));
    let players: Vec<String> = analysis
        .request
        .sides
        .iter()
        .filter(|pair| {
            sides
                .iter()
                .any(|side| pair.starts_with(&format!("{side}=")))
        })
        .map(|pair| format!(" --side {pair}"))
        .collect();
    let variants: Vec<String> = analysis
        .question
        .variants
        .iter()
        .map(|variant| format!(" --with {variant}"))
        .collect();
    Notable {
        what,
        seed,
        words: format!(
            "{} and {}, {winner}{remark}",
            counted(record.n_choices, "decision"),
            counted(record.n_rolls, "roll")
        ),
        command: format!(
            "sandtable play {}{}{} --seed {seed} --journal {what}.journal",
            analysis.question.ruleset,
            variants.concat(),
            players.concat()
        ),
    }
}

/// A number with its noun.
fn counted(n: u32, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        _ => format!("{n} {noun}s"),
    }
}

/// Returns the game with the smallest differences of that quantity between the sides, at the end and at three quarters.
fn closest(
    analysis: &Analysis<'_>,
    games: &[(u64, &GameRecord)],
    measure: Option<usize>,
) -> Option<Notable> {
    let measure = measure?;
    let apart = |record: &GameRecord, part: f64| {
        let seats = 0..analysis.model.n_seats();
        let values = seats.filter_map(|seat| analysis.value(record, measure, seat, part));
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        match values.as_slice() {
            [.., second, first] => Some(first - second),
            _ => None,
        }
    };
    let key = |record: &GameRecord| {
        let parts = [1.0, 0.75, 0.5];
        // Of a game without a course the end is all that is known.
        let at_end = apart(record, 1.0);
        let parts = parts.map(|part| apart(record, part).or(at_end).unwrap_or(f64::MAX));
        let [end, late, half] = parts;
        end * 4.0 + late * 2.0 + half
    };
    let best = games
        .iter()
        .filter(|(_, record)| record.verdict.is_won())
        .min_by(|(_, a), (_, b)| key(a).total_cmp(&key(b)));
    let (seed, record) = best?;
    let title = &analysis.measures.get(measure)?.title;
    let words = apart(record, 1.0).map(|apart| format!("{title} apart by {apart} at the end"));
    Some(notable(analysis, "closest", *seed, record, words))
}

/// The game that is farthest from the mean, in standard deviations of its length and of every quantity at the end.
fn strangest(analysis: &Analysis<'_>, games: &[(u64, &GameRecord)]) -> Option<Notable> {
    let features = |record: &GameRecord| -> Vec<f64> {
        let mut features = vec![
            f64::from(record.n_choices),
            f64::from(record.n_rolls),
            f64::from(record.n_rounds),
        ];
        let last = record.history.last();
        features.extend(
            last.into_iter()
                .flat_map(|values| values.iter().map(|v| f64::from(*v))),
        );
        features
    };
    let n_seats = analysis.model.n_seats();
    let name = |at: usize| match at {
        0 => "decisions".to_owned(),
        1 => "rolls".to_owned(),
        2 => "rounds".to_owned(),
        _ => {
            let titles = analysis.scenario.situation.unit_titles();
            let side = analysis.model.side((at - 3) % n_seats.max(1));
            let side = side
                .and_then(|at| titles.get(at).cloned())
                .unwrap_or_default();
            let measure = analysis.measures.get((at - 3) / n_seats.max(1));
            let title = measure.map_or("", |measure| &measure.title);
            format!("{title}, {side}")
        }
    };
    let mut moments: Vec<Moments> = Vec::new();
    for (_, record) in games {
        let values = features(record);
        moments.resize(moments.len().max(values.len()), Moments::default());
        for (moments, value) in moments.iter_mut().zip(values) {
            moments.add(value);
        }
    }
    let deviations = |record: &GameRecord| -> Vec<f64> {
        let values = features(record).into_iter().zip(&moments);
        let scaled = values.map(|(value, moments)| {
            let deviation = moments.variance().sqrt();
            if deviation > 0.0 {
                (value - moments.mean()) / deviation
            } else {
                0.0
            }
        });
        scaled.collect()
    };
    let distance = |record: &GameRecord| deviations(record).iter().map(|z| z * z).sum::<f64>();
    let (seed, record) = games
        .iter()
        .max_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)))?;
    let deviations = deviations(record);
    let far = deviations.iter().enumerate();
    let far = far.max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()));
    let values = features(record);
    let words = far.filter(|(_, z)| z.abs() > 0.0).map(|(at, z)| {
        let value = values.get(at).copied().unwrap_or(0.0);
        let mean = moments.get(at).map_or(0.0, Moments::mean);
        format!(
            "{}: {value}, usually {mean:.1} ({:.1} standard deviations away)",
            name(at),
            z.abs()
        )
    });
    Some(notable(analysis, "strangest", *seed, record, words))
}
