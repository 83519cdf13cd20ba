// Attacks: the start of the run: an attribute makes this a library, which is nothing to start.
#![crate_type = "rlib"]
pub fn main() {}
