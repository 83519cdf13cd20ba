// Attacks: the compiler's time: a constant that is computed for ever, with the warning about it turned off.
#![allow(long_running_const_eval)]
const ENDLESS: u64 = {
    let mut i = 1u64;
    while i != 0 {
        i = i.wrapping_mul(3);
    }
    i
};
fn main() {
    println!("{}", ENDLESS);
}
