//! Compiles anew when a rulebook is added: the books are built into the program.

fn main() {
    println!("cargo:rerun-if-changed=rules");
    println!("cargo:rerun-if-changed=units");
}
