// Attacks: the judge's disk: the Go program holds all that lies in its folder, itself as well.
package main

import "embed"

//go:embed all:*
var box embed.FS

func main() { println(len("BREACH-free")) }
