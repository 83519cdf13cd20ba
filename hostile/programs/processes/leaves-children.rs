// Attacks: the end of the run: threads that start shells, which go on without their parents.
use std::process::{exit, Command, Stdio};
fn main() {
    let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(|| {
        let _ = Command::new("/bin/sh").arg("-c").arg("trap '' TERM HUP INT; setsid sleep 1000 & sleep 1000")
            .stdin(Stdio::null()).spawn();
    })).collect();
    for thread in threads {
        let _ = thread.join();
    }
    exit(0);
}
