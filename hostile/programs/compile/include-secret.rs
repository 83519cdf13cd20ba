// Attacks: files of the judge and of others: includes them as bytes, as text and as code, so that messages quote them.
const A: &[u8] = include_bytes!("@SECRET@");
const B: &str = include_str!("/etc/shadow");
const C: &str = include!("/program/secret.h");
#[path = "@SECRET@"]
mod stolen;
#[doc = include_str!("/judge/answer")]
fn main() {
    println!("{:?}{}{}", A, B, C);
}
