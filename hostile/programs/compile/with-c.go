// Attacks: the C compiler behind Go's, with flags and a header of the host's: neither may be asked.
package main

// #cgo CFLAGS: -fplugin=/box/evil.so -include @SECRET@
// #cgo LDFLAGS: -Wl,--dynamic-linker=/box/evil
// #include "@SECRET@"
// #include "/etc/shadow"
import "C"

//go:generate cat @SECRET@
func main() { C.puts(nil) }
