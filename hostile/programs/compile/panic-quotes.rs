// Attacks: what the compiler can see of its own process: a constant that fails with the file's text as its message.
const TEXT: &str = concat!(include_str!("/proc/self/environ"), "\n");
const _: () = panic!("{}", TEXT);
fn main() {
    println!("{}", env!("HOSTILE_SECRET"));
}
