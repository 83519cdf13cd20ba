// Attacks: the judge's disk and memory: a Go program of a gibibyte.
package main

var huge = [1 << 30]byte{1<<30 - 1: 1}

func main() { println(huge[len(huge)-1]) }
