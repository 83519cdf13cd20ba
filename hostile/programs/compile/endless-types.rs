// Attacks: the compiler's time and memory: a function that needs itself with ever larger types.
#![recursion_limit = "1000000"]
#![type_length_limit = "100000000"]
fn grow<T: std::fmt::Debug>(n: u32, value: T) {
    if n > 0 {
        grow(n - 1, (n, [&value, &value]));
    }
    println!("{:?}", value);
}
fn main() {
    grow(1000, 1);
}
