// Attacks: the kernel from Go, whose programs need no library for it: mounts, namespaces, tracing, keys, filters.
package main

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

func main() {
	zeros := make([]byte, 4096)
	p := uintptr(unsafe.Pointer(&zeros[0]))
	calls := map[string]uintptr{"unshare": syscall.SYS_UNSHARE, "ptrace": syscall.SYS_PTRACE, "init_module": syscall.SYS_INIT_MODULE,
		"reboot": syscall.SYS_REBOOT, "swapon": syscall.SYS_SWAPON, "acct": syscall.SYS_ACCT, "mount": syscall.SYS_MOUNT,
		"pivot_root": syscall.SYS_PIVOT_ROOT, "chroot": syscall.SYS_CHROOT, "sethostname": syscall.SYS_SETHOSTNAME}
	for name, number := range calls {
		first := p
		if name == "unshare" {
			first = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS
		}
		if _, _, errno := syscall.RawSyscall6(number, first, p, p, 0, p, 0); errno == 0 {
			fmt.Println("BREACH", name)
		}
	}
	for _, path := range []string{os.Getenv("HOSTILE_SECRET"), "/etc/shadow", "/dev/mem", "/dev/sda", "/proc/kcore"} {
		if _, err := os.ReadFile(path); err == nil {
			fmt.Println("BREACH", path)
		}
	}
	_, err := os.StartProcess("/bin/sh", []string{"sh"}, &os.ProcAttr{Sys: &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID}})
	if err == nil {
		fmt.Println("BREACH a process in a namespace of its own")
	}
}
