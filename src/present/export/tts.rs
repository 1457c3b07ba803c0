//! A saved table of Tabletop Simulator: pieces, decks and a board as JSON, with the pictures it refers to.
//!
//! Source: the knowledge base of Tabletop Simulator (kb.tabletopsimulator.com), "Save File Format" and "Custom Deck".

use super::ExportFile;
use super::unit_counter::{CARD_HEIGHT, CARD_WIDTH, CardFace, card_back, cards, counters};
use super::vassal::picture_of;
use crate::picture::to_svg;
use sandtable_model::RuleBook;
use serde_json::{Map, Value, json};

/// Maximum number of cards of a sheet: seven rows of ten, without the last cell, which is the hidden face.
const MOST_OF_SHEET: usize = 69;
/// Number of columns of a sheet.
const COLUMNS: usize = 10;
/// Note that is shown on the table.
const DRAFT: &str = "Draft made by Sandtable. Convert the pictures to PNG, upload them, and put their addresses in the place of the file names.";

/// Returns a saved table with its pictures, which have to be converted and uploaded.
pub fn table(book: &RuleBook) -> Vec<ExportFile> {
    let mut files = Vec::new();
    let mut objects = Vec::new();
    for (at, map) in book.maps.iter().enumerate() {
        let name = format!("board-{}.svg", at + 1);
        files.push(file(&name, to_svg(&picture_of(map))));
        objects.push(object(
            "Custom_Board",
            map.naming.shown(),
            "",
            objects.len(),
            json!({ "CustomImage": image(&name, None) }),
        ));
    }
    for (at, counter) in counters(book).iter().enumerate() {
        let front = format!("counter-{}.svg", at + 1);
        files.push(file(&front, counter.svg(false)));
        let back = counter
            .has_reverse
            .then(|| format!("counter-{}-reverse.svg", at + 1));
        if let Some(back) = &back {
            files.push(file(back, counter.svg(true)));
        }
        let numbers: Vec<String> = counter
            .numbers
            .iter()
            .map(|(title, value)| format!("{title}: {value}"))
            .collect();
        objects.push(object(
            "Custom_Tile",
            &counter.title,
            &numbers.join("\n"),
            objects.len(),
            json!({ "CustomImage": image(&front, back.as_deref()) }),
        ));
    }
    for (place, (deck, title, _)) in book.decks_on_table().iter().enumerate() {
        let faces = cards(book, deck);
        let n = objects.len();
        let made = deck_object(title, place, &faces, n, &mut files);
        objects.extend(made);
    }
    let title = book
        .naming
        .as_ref()
        .map_or("Rules", |naming| naming.shown());
    let save = json!({
        "SaveName": title,
        "GameMode": title,
        "Date": "",
        "VersionNumber": "",
        "Note": DRAFT,
        "Rules": "",
        "Table": "Table_None",
        "Sky": "Sky_Museum",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    });
    let mut all = vec![file("table.json", format!("{save:#}\n"))];
    all.append(&mut files);
    all
}

fn file(name: &str, text: String) -> ExportFile {
    ExportFile {
        name: name.to_owned(),
        bytes: text.into_bytes(),
    }
}

/// Returns an object of the table, with a position and an id of its own.
fn object(kind: &str, name: &str, description: &str, at: usize, more: Value) -> Value {
    let column = i32::try_from(at % 12).unwrap_or(0);
    let row = i32::try_from(at / 12).unwrap_or(0);
    let mut fields = Map::new();
    let own = json!({
        "GUID": format!("{:06x}", at + 1),
        "Name": kind,
        "Nickname": name,
        "Description": description,
        "Transform": {
            "posX": column * 3 - 18, "posY": 1, "posZ": row * -3,
            "rotX": 0, "rotY": 180, "rotZ": 0,
            "scaleX": 1, "scaleY": 1, "scaleZ": 1,
        },
        "ColorDiffuse": { "r": 1, "g": 1, "b": 1 },
        "Locked": kind == "Custom_Board",
        "Grid": true,
        "Snap": true,
        "Tooltip": true,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    });
    for part in [own, more] {
        if let Value::Object(part) = part {
            fields.extend(part);
        }
    }
    Value::Object(fields)
}

fn image(front: &str, back: Option<&str>) -> Value {
    json!({
        "ImageURL": front,
        "ImageSecondaryURL": back.unwrap_or(""),
        "ImageScalar": 1,
        "WidthScale": 0,
        "CustomTile": { "Type": 0, "Thickness": 0.1, "Stackable": true, "Stretch": true },
    })
}

/// Returns a deck with all its cards, and adds the sheets of their faces to the files.
fn deck_object(
    title: &str,
    place: usize,
    faces: &[CardFace],
    at: usize,
    files: &mut Vec<ExportFile>,
) -> Option<Value> {
    let back = format!("deck-{}-back.svg", place + 1);
    files.push(file(&back, card_back(title)));
    let mut sheets = Map::new();
    let mut ids = Vec::new();
    let mut contained = Vec::new();
    for (number, faces) in faces.chunks(MOST_OF_SHEET).enumerate() {
        // Sheet numbers are unique over all decks.
        let sheet = (place + 1) * 100 + number + 1;
        let name = format!("deck-{}-sheet-{}.svg", place + 1, number + 1);
        let n_rows = faces.len().div_ceil(COLUMNS).max(2);
        files.push(file(&name, sheet_of(faces, n_rows)));
        let custom = json!({
            "FaceURL": name, "BackURL": back, "NumWidth": COLUMNS, "NumHeight": n_rows,
            "BackIsHidden": true, "UniqueBack": false, "Type": 0,
        });
        for (index, face) in faces.iter().enumerate() {
            let id = sheet * 100 + index;
            for _ in 0..face.copies {
                ids.push(json!(id));
                let mut one = Map::new();
                one.insert(sheet.to_string(), custom.clone());
                let values: Vec<String> = face
                    .values
                    .iter()
                    .map(|(title, value)| format!("{title}: {value}"))
                    .collect();
                contained.push(object(
                    "Card",
                    &face.title,
                    &values.join("\n"),
                    at,
                    json!({ "CardID": id, "CustomDeck": one }),
                ));
            }
        }
        sheets.insert(sheet.to_string(), custom);
    }
    if contained.is_empty() {
        return None;
    }
    if contained.len() == 1 {
        return contained.pop();
    }
    Some(object(
        "Deck",
        title,
        "",
        at,
        json!({ "DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": contained }),
    ))
}

/// Returns the sheet of card faces as SVG.
fn sheet_of(faces: &[CardFace], n_rows: usize) -> String {
    let mut body = String::new();
    for (index, face) in faces.iter().enumerate() {
        let x = u32::try_from(index % COLUMNS).unwrap_or(0) * CARD_WIDTH;
        let y = u32::try_from(index / COLUMNS).unwrap_or(0) * CARD_HEIGHT;
        let inner = face.svg();
        body.push_str(&inner.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1));
    }
    let width = CARD_WIDTH * u32::try_from(COLUMNS).unwrap_or(1);
    let height = CARD_HEIGHT * u32::try_from(n_rows).unwrap_or(1);
    super::unit_counter::svg(width, height, &body)
}
