// Attacks: Go's runtime: a function without a body that is linked to one of the runtime's own, and a library of choice.
package main

import _ "unsafe"

//go:cgo_import_dynamic evil evil "/box/evil.so"
//go:cgo_ldflag "-fplugin=/box/evil.so"
//go:linkname entersyscall runtime.entersyscall
func entersyscall()

func main() { entersyscall() }
