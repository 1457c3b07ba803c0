//! temporary
use sandtable::{diagnostic::Diagnostics, source::SourceMap, syntax};
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut map = SourceMap::default();
        let id = map.add(&path, text.clone());
        let mut d = Diagnostics::default();
        let f = syntax::parse(id, &text, &mut d);
        println!("{path}: {} items", f.items.len());
        for x in d.iter() {
            let p = x.labels.first().map(|l| map.get(id).unwrap().position(l.span.start));
            println!("  {} {:?} {} | {:?} | {:?}", x.code.number(), p, x.message, x.labels.first().map(|l| map.text(l.span)), x.help);
        }
    }
}
