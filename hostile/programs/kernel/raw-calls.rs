// Attacks: the kernel from Rust, past every library: each call by its own instruction.
#[cfg(target_arch = "x86_64")]
unsafe fn call(number: usize, a: usize, b: usize, c: usize) -> isize {
    let result: isize;
    std::arch::asm!("syscall", inlateout("rax") number as isize => result, in("rdi") a, in("rsi") b, in("rdx") c,
        in("r10") 0, in("r8") 0, in("r9") 0, out("rcx") _, out("r11") _);
    result
}
#[cfg(not(target_arch = "x86_64"))]
unsafe fn call(_: usize, _: usize, _: usize, _: usize) -> isize {
    -1
}
fn main() {
    let zeros = [0u8; 4096];
    let p = zeros.as_ptr() as usize;
    // ptrace, chroot, mount, init_module, unshare with a user's namespace, perf, bpf, io_uring, userfaultfd
    for (number, first) in [(101, 16), (161, p), (165, p), (175, p), (272, 0x1000_0000), (298, p), (321, 0), (425, 1), (323, 0)] {
        if unsafe { call(number, first, p, p) } >= 0 {
            println!("BREACH call {}", number);
        }
    }
}
