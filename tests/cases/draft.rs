//! A manuscript to the findings about its prose.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::harness::manuscript_codes;

/// A case has the finding of its folder and no other; one that `…_is_fine` has none.
pub(crate) fn finds(path: &Path) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let found = manuscript_codes(name, &fs::read(path).unwrap());
    let stem = path.file_stem().unwrap().to_str().unwrap();
    if stem.ends_with("_is_fine") || stem.ends_with("_are_fine") {
        assert_eq!(found, BTreeSet::new());
    } else {
        let folder = path.parent().unwrap().file_name().unwrap();
        assert_eq!(found, BTreeSet::from([folder.to_str().unwrap()]));
    }
}
