// Attacks: the compiler itself, by attributes: asks to be a part of it, and for plug-ins and libraries of choice.
#![crate_type = "proc-macro"]
#![feature(plugin, rustc_private)]
#![plugin(evil)]
#[link(name = "evil", kind = "static")]
extern "C" {
    fn evil();
}
fn main() {
    unsafe { evil() }
}
