// Attacks: the judge's disk and memory: a Rust program of a gibibyte.
static HUGE: [u8; 1 << 30] = [1; 1 << 30];
fn main() {
    println!("{:?}", &HUGE[..]);
}
