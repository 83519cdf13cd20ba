// Attacks: files of the judge and of others: lets the Go compiler copy them into the program.
package main

import _ "embed"

//go:embed /etc/shadow
var shadow string

//go:embed ../../../../../../@SECRET@
var secret string

//go:embed ../program/secret.h
var other string

func main() { println(shadow, secret, other) }
