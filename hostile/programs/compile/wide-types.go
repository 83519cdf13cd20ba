// Attacks: the time and the memory of the Go compiler: types that double thirty times, compared as a whole.
package main

type t0 struct{ a, b string }
@REPEAT 30 type u# struct{ a, b interface{ m(u#, u#) }; c [1 << 20]t0 }
@
type v = [1 << 20][1 << 20][1 << 20]t0

var a, b v

func main() { println(a == b) }
