// Attacks: the time and the memory of the Go compiler: a generic function that needs itself with ever larger types.
package main

type pair[A, B any] struct {
	a A
	b B
}

func f0[T any](t T) { println(&t) }
@REPEAT 24 func g#[T any](t T, n int) { f0(t); if n > 0 { h#(pair[T, int]{}, n-1); h#(pair[int, T]{}, n-1) } }
func h#[T any](t T, n int) { if n > 0 { g#(pair[T, T]{}, n-1) } }
@
func main() { g0(1, 9) }
