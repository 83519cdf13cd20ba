// Attacks: the compiler's memory: a macro that doubles what it is given, with the bound on recursion raised.
#![recursion_limit = "1000000"]
macro_rules! twice {
    ($($x:tt)*) => { twice!($($x)* $($x)*) };
}
fn main() {
    twice!(boom boom);
}
