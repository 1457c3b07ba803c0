//! What an editor asks.

use proptest::prelude::*;
use serde_json::json;

use super::{Client, place, uri};

const RULES: &str = "\
ruleset skirmish \"Skirmish\"

kind man \"Man\"
  skill  2..6

# Bricks and earthworks.
fact cover \"Cover\": 0..2, default 0

# --- Firing

roll shot \"Shot\" -> hit, miss [3.1]
  hit   when d6 - cover >= 5
  miss  otherwise

roll aimed (firer: man) -> hit, miss
  hit   when d6 >= firer.skill
  miss  otherwise

example \"a shot in the open\"
  run     shot
  dice    5
  expect  shot is hit
";

const UNITS: &str = "[man.anna]\nname = \"Änna\"\nskill = 3\n";

fn client() -> Client {
    let files = [
        ("rules/skirmish/book.rules", RULES),
        ("units/skirmish/men.toml", UNITS),
    ];
    Client::new(&files)
}

/// A client that has the rules open, sound as they are.
fn opened() -> Client {
    let mut client = client();
    let found = client.open(BOOK, RULES);
    assert!(found.is_empty(), "{found:?}");
    client
}

const BOOK: &str = "rules/skirmish/book.rules";

fn document() -> serde_json::Value {
    json!({ "uri": uri(BOOK) })
}

fn at(phrase: &str, further: usize) -> serde_json::Value {
    json!({ "textDocument": document(), "position": place(RULES, phrase, further) })
}

#[test]
fn every_ability_is_told() {
    let files: [(&str, &str); 0] = [];
    let mut client = Client::new(&files);
    let params = json!({
        "processId": null,
        "rootUri": "file:///games",
        "capabilities": { "general": { "positionEncodings": ["utf-8", "utf-16"] } }
    });
    let told = client.ask("initialize", params);
    let abilities = &told["capabilities"];
    assert_eq!(abilities["positionEncoding"], "utf-8");
    assert_eq!(abilities["textDocumentSync"]["change"], 2);
    for ability in [
        "codeActionProvider",
        "codeLensProvider",
        "completionProvider",
        "definitionProvider",
        "documentFormattingProvider",
        "documentSymbolProvider",
        "executeCommandProvider",
        "foldingRangeProvider",
        "hoverProvider",
        "inlayHintProvider",
        "referencesProvider",
        "renameProvider",
        "semanticTokensProvider",
    ] {
        assert!(!abilities[ability].is_null(), "{ability}");
    }
}

#[test]
fn the_order_of_a_life_is_kept() {
    use sandtable::service::Service;
    use sandtable::workspace::Workspace;
    use sandtable::workspace::files::Memory;
    let mut service = Service::new(Workspace::new(Memory::default()));
    let ask = |service: &mut Service, method: &str| {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": {} });
        service.handle(&message).remove(0)["error"]["code"].clone()
    };
    assert_eq!(ask(&mut service, "textDocument/hover"), -32002);
    let begin = json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } });
    assert!(service.handle(&begin)[0]["result"].is_object());
    assert_eq!(ask(&mut service, "textDocument/moon"), -32601);
    assert_eq!(ask(&mut service, "textDocument/hover"), -32602);
    assert_eq!(service.handle(&json!([1, 2]))[0]["error"]["code"], -32600);
    assert_eq!(service.exited(), None);
    let shutdown = json!({ "id": 2, "method": "shutdown" });
    assert!(service.handle(&shutdown)[0]["result"].is_null());
    assert_eq!(ask(&mut service, "textDocument/hover"), -32600);
    service.handle(&json!({ "method": "exit" }));
    assert_eq!(service.exited(), Some(true));
}

/// A finding comes with its help and its rule, goes when the text is mended, and has its cure as a code action.
#[test]
fn findings_come_and_go_as_somebody_writes() {
    let mut client = client();
    let broken = RULES.replace("d6 - cover", "d6 - kover");
    let found = client.open(BOOK, &broken);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`kover`"), "{found:?}");
    assert!(found[0].contains("did you mean `cover`?"), "{found:?}");

    let here = place(&broken, "kover", 1);
    let asked = json!({
        "textDocument": document(),
        "range": { "start": here, "end": here },
        "context": { "diagnostics": [] }
    });
    let actions = client.ask("textDocument/codeAction", asked);
    assert_eq!(actions[0]["title"], "write `cover`");
    assert_eq!(actions[0]["kind"], "quickfix");
    let edit = &actions[0]["edit"]["changes"][uri(BOOK)][0];
    assert_eq!(edit["newText"], "cover");
    assert_eq!(edit["range"]["start"], place(&broken, "kover", 0));
    assert_eq!(edit["range"]["end"], place(&broken, "kover", 5));

    let change = json!({ "range": edit["range"], "text": "cover" });
    let version = json!({ "uri": uri(BOOK), "version": 2 });
    let changed = json!({ "textDocument": version, "contentChanges": [change] });
    client.notify("textDocument/didChange", changed);
    assert!(!client.service.is_settled());
    let published = client.service.check_pending();
    let of_book = published
        .iter()
        .find(|one| one["params"]["uri"] == uri(BOOK))
        .unwrap();
    assert_eq!(of_book["params"]["version"], 2);
    assert_eq!(of_book["params"]["diagnostics"], json!([]));
    assert!(client.service.check_pending().is_empty());
}

/// A client waits for the findings of the text that it has sent, even if they are what they were.
#[test]
fn the_findings_of_a_changed_text_are_published_though_they_stay() {
    let mut client = Client::new(&[(BOOK, RULES)]);
    assert!(client.open(BOOK, RULES).is_empty());
    let whole = json!({ "text": format!("# A comment.\n{RULES}") });
    let version = json!({ "uri": uri(BOOK), "version": 2 });
    let changed = json!({ "textDocument": version, "contentChanges": [whole] });
    client.notify("textDocument/didChange", changed);
    let published = client.service.check_pending();
    assert_eq!(published.len(), 1, "{published:?}");
    assert_eq!(published[0]["params"]["uri"], uri(BOOK));
    assert_eq!(published[0]["params"]["version"], 2);
    assert_eq!(published[0]["params"]["diagnostics"], json!([]));
    assert!(client.service.is_settled());
}

/// A request that needs the analysis leaves the findings ready; before it, nothing is worked out for them.
#[test]
fn findings_are_known_as_soon_as_a_request_has_needed_them() {
    let mut client = Client::new(&[(BOOK, RULES)]);
    client.open(BOOK, RULES);
    let whole = json!({ "text": RULES.replace("cover", "kover") });
    let version = json!({ "uri": uri(BOOK), "version": 2 });
    let changed = json!({ "textDocument": version, "contentChanges": [whole] });
    client.notify("textDocument/didChange", changed);
    assert!(client.service.check_known().is_empty());
    assert!(!client.service.is_settled());
    let document = json!({ "textDocument": { "uri": uri(BOOK) } });
    client.ask("textDocument/semanticTokens/full", document);
    let published = client.service.check_known();
    assert_eq!(published[0]["params"]["version"], 2, "{published:?}");
    assert!(client.service.is_settled());
    assert!(client.service.check_pending().is_empty());
}

/// A client that only asks is told no findings, and nothing is worked out for them.
#[test]
fn a_client_can_do_without_findings() {
    let mut client = Client::new(&[(BOOK, RULES)]);
    let options = json!({ "findings": false });
    let begin = json!({ "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": options });
    client.ask("initialize", begin);
    let document =
        json!({ "uri": uri(BOOK), "languageId": "sandtable", "version": 1, "text": "nonsense" });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert!(client.service.is_settled());
}

/// A change of the base is checked in the variant too.
#[test]
fn a_variant_is_checked_with_its_base() {
    let variant = "variant night \"Night\" of skirmish\n\namend roll shot\n  replace line hit when d6 - cover >= 5\n    hit when d6 - cover >= 6\n";
    let files = [(BOOK, RULES), ("rules/night/night.rules", variant)];
    let mut client = Client::new(&files);
    client.open(BOOK, RULES);
    let without = RULES.replace("roll shot", "roll shoot");
    let whole = json!({ "text": without });
    let version = json!({ "uri": uri(BOOK), "version": 2 });
    let changed = json!({ "textDocument": version, "contentChanges": [whole] });
    client.notify("textDocument/didChange", changed);
    let published = client.service.check_pending();
    let of_variant = published
        .iter()
        .find(|one| one["params"]["uri"] == uri("rules/night/night.rules"));
    assert!(of_variant.is_some(), "{published:?}");
    let list = &of_variant.unwrap()["params"]["diagnostics"];
    let message = list[0]["message"].as_str().unwrap();
    assert!(message.contains("shot"), "{message}");
}

/// 5 or 6 of a d6 without cover: 2 of 6.
#[test]
fn a_hover_shows_the_title_the_rule_and_the_odds() {
    let mut client = opened();
    let shown = client.ask("textDocument/hover", at("shot \"Shot\"", 1));
    let text = shown["contents"]["value"].as_str().unwrap();
    assert!(text.starts_with("**Shot** · roll `shot`"), "{text}");
    assert!(text.contains("Rules: 3.1"), "{text}");
    assert!(text.ends_with("hit 1/3 · miss 2/3"), "{text}");
    assert_eq!(shown["range"]["end"], place(RULES, "shot \"Shot\"", 4));

    let shown = client.ask("textDocument/hover", at("cover >=", 0));
    let text = shown["contents"]["value"].as_str().unwrap();
    assert!(
        text.starts_with("**Cover** · fact `cover`: 0 to 2; 0 unless given"),
        "{text}"
    );
    assert!(text.contains("Bricks and earthworks."), "{text}");
    assert!(
        client
            .ask("textDocument/hover", at("\n\nkind", 0))
            .is_null()
    );
}

#[test]
fn names_lead_to_their_declarations_and_uses() {
    let mut client = opened();
    let found = client.ask("textDocument/definition", at("cover >=", 2));
    assert_eq!(found[0]["uri"], uri(BOOK));
    assert_eq!(
        found[0]["range"]["start"],
        place(RULES, "cover \"Cover\"", 0)
    );

    let mut asked = at("skill  2..6", 0);
    asked["context"] = json!({ "includeDeclaration": false });
    let found = client.ask("textDocument/references", asked);
    let uris: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["uri"].as_str().unwrap())
        .collect();
    assert_eq!(uris, [uri(BOOK), uri("units/skirmish/men.toml")]);
}

#[test]
fn a_stat_is_renamed_in_rules_and_units() {
    let mut client = opened();
    let range = client.ask("textDocument/prepareRename", at("skill  2..6", 1));
    assert_eq!(range["start"], place(RULES, "skill  2..6", 0));
    let mut asked = at("skill  2..6", 1);
    asked["newName"] = json!("aim");
    let edit = client.ask("textDocument/rename", asked.clone());
    let changes = edit["changes"].as_object().unwrap();
    assert_eq!(changes[&uri(BOOK)].as_array().unwrap().len(), 2);
    let in_units = &changes[&uri("units/skirmish/men.toml")][0];
    assert_eq!(in_units["newText"], "aim");
    assert_eq!(
        in_units["range"]["start"],
        json!({ "line": 2, "character": 0 })
    );

    asked["newName"] = json!("two words");
    let refused = client.request("textDocument/rename", asked);
    assert_eq!(refused["error"]["code"], -32803);
}

#[test]
fn what_can_be_written_comes_the_likeliest_first() {
    let mut client = opened();
    let items = client.ask("textDocument/completion", at("cover >=", 2));
    let items = items.as_array().unwrap();
    let cover = items.iter().find(|item| item["label"] == "cover").unwrap();
    assert_eq!(cover["detail"], "Cover");
    assert_eq!(
        cover["textEdit"]["range"]["start"],
        place(RULES, "cover >=", 0)
    );
    let orders: Vec<&str> = items
        .iter()
        .map(|item| item["sortText"].as_str().unwrap())
        .collect();
    assert!(orders.is_sorted());
}

#[test]
fn the_outline_has_headings_and_what_stands_below_them() {
    let mut client = opened();
    let asked = json!({ "textDocument": document() });
    let outline = client.ask("textDocument/documentSymbol", asked.clone());
    let names: Vec<&str> = outline
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["skirmish", "man", "cover", "Firing"]);
    let below = &outline[3]["children"];
    assert_eq!(below[0]["name"], "shot");
    assert_eq!(below[0]["detail"], "Shot");

    let folds = client.ask("textDocument/foldingRange", asked);
    // The section from its heading to the end, and each declaration of several lines in it.
    let lines: Vec<(u64, u64)> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| {
            (
                fold["startLine"].as_u64().unwrap(),
                fold["endLine"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(lines, [(2, 3), (8, 21), (10, 12), (14, 16), (18, 21)]);
}

#[test]
fn a_text_is_laid_out() {
    let mut client = client();
    let untidy = RULES.replace("  hit   when d6 - cover >= 5", "  hit when d6 - cover>=5");
    client.open(BOOK, &untidy);
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let asked = json!({ "textDocument": document(), "options": options });
    let edits = client.ask("textDocument/formatting", asked.clone());
    assert_eq!(edits[0]["newText"], RULES);
    let edits = opened().ask("textDocument/formatting", asked);
    assert_eq!(edits, json!([]));
}

#[test]
fn lenses_count_uses_and_run_examples() {
    let mut client = opened();
    let lenses = client.ask(
        "textDocument/codeLens",
        json!({ "textDocument": document() }),
    );
    let titles: Vec<(&str, u64)> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| {
            let title = lens["command"]["title"].as_str().unwrap();
            (title, lens["range"]["start"]["line"].as_u64().unwrap())
        })
        .collect();
    let expected = [
        ("used 2 times", 2),
        ("used once", 6),
        ("used 2 times", 10),
        ("odds", 10),
        ("not used", 14),
        ("odds", 14),
        ("run example", 18),
    ];
    assert_eq!(titles, expected);
    let run = &lenses[6]["command"];
    let asked = json!({ "command": run["command"], "arguments": run["arguments"] });
    let done = client.ask("workspace/executeCommand", asked);
    assert_eq!(done["schema"], "sandtable/test/1");
    assert_eq!(done["rulesets"][0]["passed"], 1);
}

#[test]
fn odds_stand_behind_rolls_unless_switched_off() {
    let mut client = opened();
    let start = json!({ "line": 0, "character": 0 });
    let end = json!({ "line": 40, "character": 0 });
    let asked = json!({ "textDocument": document(), "range": { "start": start, "end": end } });
    let hints = client.ask("textDocument/inlayHint", asked.clone());
    // The other roll needs a man.
    assert_eq!(hints.as_array().unwrap().len(), 1);
    assert_eq!(hints[0]["label"], "hit 1/3 · miss 2/3");
    assert_eq!(
        hints[0]["position"],
        place(RULES, "\n  hit   when d6 - cover", 0)
    );
    let settings = json!({ "settings": { "sandtable": { "inlayOdds": false } } });
    client.notify("workspace/didChangeConfiguration", settings);
    assert_eq!(client.ask("textDocument/inlayHint", asked), json!([]));
}

/// With cover of 1 only a 6 hits, with 2 nothing does.
#[test]
fn odds_are_those_of_the_command_line() {
    let mut client = opened();
    let one = client.ask(
        "sandtable/odds",
        json!({ "ruleset": "skirmish", "ask": "shot" }),
    );
    assert_eq!(one["schema"], "sandtable/odds/1");
    assert_eq!(one["outcomes"][0]["chance"], "1/3");
    let asked = json!({
        "ruleset": "skirmish", "ask": "shot", "given": [["cover", "0..2"]], "only": "shot is hit"
    });
    let table = client.ask("sandtable/odds", asked);
    assert_eq!(table["schema"], "sandtable/table/1");
    let chances: Vec<&str> = table["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["chance"].as_str().unwrap())
        .collect();
    assert_eq!(chances, ["1/3", "1/6", "0"]);
    let asked = json!({
        "ruleset": "skirmish", "ask": "shot", "compare": [["cover", "1"]]
    });
    let both = client.ask("sandtable/odds", asked);
    assert_eq!(both["schema"], "sandtable/compare/1");
    let asked = json!({ "ruleset": "skirmish", "ask": "aimed" });
    let refused = client.request("sandtable/odds", asked);
    assert_eq!(refused["error"]["data"]["schema"], "sandtable/findings/1");
}

/// Every token stands where its word does: a keyword, dice, a text, a name that is declared.
#[test]
fn tokens_have_the_colours_of_what_they_mean() {
    let mut client = opened();
    let asked = json!({ "textDocument": document() });
    let abilities = client.ask("initialize", json!({ "capabilities": {} }));
    let legend = &abilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    client = opened();
    let tokens = client.ask("textDocument/semanticTokens/full", asked);
    let numbers: Vec<usize> = tokens["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one.as_u64().unwrap() as usize)
        .collect();
    let lines: Vec<&str> = RULES.lines().collect();
    let (mut line, mut column) = (0, 0);
    let mut told = Vec::new();
    for token in numbers.chunks(5) {
        line += token[0];
        column = if token[0] == 0 {
            column + token[1]
        } else {
            token[1]
        };
        let word = &lines[line][column..column + token[2]];
        let meaning = legend[token[3]].as_str().unwrap();
        told.push((word, meaning, token[4] == 1));
    }
    for expected in [
        ("ruleset", "keyword", false),
        ("\"Skirmish\"", "string", false),
        ("man", "class", true),
        ("# Bricks and earthworks.", "comment", false),
        ("d6", "number", false),
        ("cover", "variable", true),
        ("cover", "variable", false),
        ("shot", "function", true),
        ("skill", "property", true),
        ("firer", "parameter", true),
    ] {
        assert!(told.contains(&expected), "{expected:?} in {told:?}");
    }
}

#[test]
fn a_built_in_text_can_be_read() {
    use sandtable::service::Service;
    use sandtable::workspace::Workspace;
    use sandtable::workspace::files::BuiltIn;
    let mut service = Service::new(Workspace::new(BuiltIn));
    service.handle(&json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    let asked = json!({ "uri": "sandtable-built-in:///rules/pips/index.toml" });
    let read = service.handle(&json!({ "id": 2, "method": "sandtable/text", "params": asked }));
    assert!(
        read[0]["result"].as_str().unwrap().contains("[["),
        "{}",
        read[0]
    );
}

proptest! {
    /// Changes of pieces of a text come to what the whole text comes to, whatever the letters.
    #[test]
    fn pieces_and_the_whole_text_come_to_the_same(
        changes in proptest::collection::vec((0..300_usize, 0..20_usize, "[a-dÄ€😀 \n]{0,6}"), 1..6),
    ) {
        let (mut one, mut other) = (opened(), client());
        let mut text: Vec<u16> = RULES.encode_utf16().collect();
        for (version, (start, length, new)) in (2..).zip(changes) {
            // A place between two halves of a letter is none.
            let is_whole = |at: usize| String::from_utf16(&text[..at]).is_ok();
            let start = (0..=start.min(text.len())).rev().find(|at| is_whole(*at)).unwrap();
            let end = (start..=text.len()).find(|at| *at >= (start + length).min(text.len()) && is_whole(*at)).unwrap();
            let place = |at: usize| {
                let before = String::from_utf16(&text[..at]).unwrap();
                let line = before.matches('\n').count();
                let last = before.rsplit('\n').next().unwrap();
                json!({ "line": line, "character": last.encode_utf16().count() })
            };
            let change = json!({ "range": { "start": place(start), "end": place(end) }, "text": new });
            let document = json!({ "uri": uri(BOOK), "version": version });
            one.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
            text.splice(start..end, new.encode_utf16());
        }
        let whole = String::from_utf16(&text).unwrap();
        one.service.check_pending();
        other.open(BOOK, &whole);
        let asked = json!({ "textDocument": document() });
        for method in ["textDocument/documentSymbol", "textDocument/semanticTokens/full"] {
            prop_assert_eq!(one.ask(method, asked.clone()), other.ask(method, asked.clone()));
        }
    }
}

/// Editors in a browser hand files over: the text is closed and opened again before anything is checked. What was found in it goes when
/// it is mended.
#[test]
fn findings_of_a_text_that_is_handed_over_go_with_its_mistake() {
    let path = "rules/skirmish/book.rules";
    let broken = RULES.replace("d6 >= firer.skill", "d6 >= firer.skil");
    let mut client = Client::new(&[]);
    assert!(!client.open(path, &broken).is_empty());
    let document =
        json!({ "uri": uri(path), "languageId": "sandtable", "version": 1, "text": broken });
    let closed = json!({ "textDocument": { "uri": uri(path) } });
    client.notify("textDocument/didClose", closed.clone());
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    client.service.check_pending();
    let mended = json!({
        "textDocument": { "uri": uri(path), "version": 2 },
        "contentChanges": [{ "text": RULES }],
    });
    client.notify("textDocument/didChange", mended);
    let published = client.service.check_pending();
    let last = published
        .iter()
        .find(|one| one["params"]["uri"] == uri(path));
    assert_eq!(last.unwrap()["params"]["diagnostics"], json!([]));
    // Closed, and without a file, it has no findings either.
    client.open(path, &broken);
    client.notify("textDocument/didClose", closed);
    let published = client.service.check_pending();
    let last = published
        .iter()
        .find(|one| one["params"]["uri"] == uri(path));
    assert_eq!(last.unwrap()["params"]["diagnostics"], json!([]));
}

/// A unit file as an editor of forms shows and changes it: the text that is open, not that of the disk.
#[test]
fn units_are_read_and_changed_by_paths() {
    let mut client = client();
    let men = "units/skirmish/men.toml";
    let text = format!("{UNITS}# grim\ntraits = [\"quick\"]\n");
    client.open(men, &text);
    let document = json!({ "uri": uri(men) });
    let read = client.ask("sandtable/toml", json!({ "textDocument": document }));
    let anna = &read["sections"][1];
    assert_eq!(anna["path"], json!(["man", "anna"]));
    // From the heading in line 0 to the traits in line 4, which end in column 18.
    let end = json!({ "line": 4, "character": 18 });
    assert_eq!(anna["place"]["range"]["end"], end);
    let said = |entry: &serde_json::Value| (entry["keys"][0].clone(), entry["value"].clone());
    let said: Vec<_> = anna["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(said)
        .collect();
    let wanted = [
        (json!("name"), json!("Änna")),
        (json!("skill"), json!(3)),
        (json!("traits"), json!(["quick"])),
    ];
    assert_eq!(said, wanted);
    let edits = json!([
        { "what": "set", "path": ["man", "anna", "skill"], "value": 4 },
        { "what": "set", "path": ["man", "boris", "name"], "value": "Boris" },
        { "what": "set", "path": ["man", "boris", "gun"], "table": [["range", 3], ["alone", true]] },
        { "what": "remove", "path": ["man", "anna", "traits"] },
        { "what": "move", "path": ["man", "boris"], "to": ["man", "anna"] },
    ]);
    let params = json!({ "textDocument": document, "edits": edits });
    let edited = client.ask("sandtable/editToml", params);
    let edit = &edited["edits"][0];
    let whole = "[man.boris]\nname = \"Boris\"\ngun = { range = 3, alone = true }\n\n[man.anna]\nname = \"Änna\"\nskill = 4\n# grim\n";
    assert_eq!(edit["text"], json!(whole));
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 5, "character": 0 } });
    assert_eq!(edit["place"]["range"], range);
    // A text that is not there is empty; what leads nowhere is refused with the reason.
    let new = json!({ "uri": uri("units/skirmish/more.toml") });
    let edits = json!([{ "what": "set", "path": ["man", "cy", "skill"], "value": 2 }]);
    let made = client.ask(
        "sandtable/editToml",
        json!({ "textDocument": new, "edits": edits }),
    );
    assert_eq!(made["edits"][0]["text"], json!("[man.cy]\nskill = 2\n"));
    let edits = json!([{ "what": "remove", "path": ["man", "dora"] }]);
    let params = json!({ "textDocument": document, "edits": edits });
    let refused = client.request("sandtable/editToml", params);
    assert_eq!(
        refused["error"]["message"],
        json!("the text has no `man.dora`")
    );
    let edits = json!([{ "what": "set", "path": ["man", "dora", "skill"] }]);
    let params = json!({ "textDocument": document, "edits": edits });
    let refused = client.request("sandtable/editToml", params);
    assert_eq!(
        refused["error"]["message"],
        json!("`set` takes a `value` or a `table`")
    );
}
