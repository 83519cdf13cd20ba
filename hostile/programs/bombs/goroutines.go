// Attacks: the host's memory and the scheduler: routines without end, each with a stack of its own.
package main

func deep(n int) [64]byte {
	var room [64]byte
	if n > 0 {
		room = deep(n - 1)
	}
	return room
}

func main() {
	for {
		go func() { deep(100); select {} }()
	}
}
