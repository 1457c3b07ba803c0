//! The catalogue of a ruleset, as programs read it.

use std::collections::BTreeMap;

use sandtable_session::catalogue::{Category, Listed};
use serde::Serialize;

/// The document of `list`: a list for each category that is not empty.
#[derive(Debug, Serialize)]
pub struct CatalogueDocument<'a> {
    ruleset: &'a str,
    #[serde(flatten)]
    categories: BTreeMap<&'static str, Vec<CatalogueRow<'a>>>,
}

#[derive(Debug, Serialize)]
struct CatalogueRow<'a> {
    name: &'a str,
    title: &'a str,
    about: Vec<CatalogueParameter<'a>>,
    sections: &'a [String],
}

#[derive(Debug, Serialize)]
struct CatalogueParameter<'a> {
    name: &'a str,
    values: &'a str,
}

impl<'a> CatalogueDocument<'a> {
    /// Describes categories.
    pub fn new(ruleset: &'a str, catalogue: &'a [(Category, Vec<Listed>)]) -> Self {
        let categories = catalogue.iter().map(|(category, listed)| {
            let rows = listed.iter().map(CatalogueRow::new).collect();
            (category.word(), rows)
        });
        Self {
            ruleset,
            categories: categories.collect(),
        }
    }
}

impl<'a> CatalogueRow<'a> {
    fn new(listed: &'a Listed) -> Self {
        let about = listed.about.iter();
        let about = about.map(|(name, values)| CatalogueParameter { name, values });
        Self {
            name: &listed.name,
            title: &listed.title,
            about: about.collect(),
            sections: &listed.citations,
        }
    }
}
