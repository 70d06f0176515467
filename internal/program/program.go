// Package program says which build of the program this is.
package program

import (
	"cmp"
	"runtime/debug"
)

// released is the version of a release, as make release stamps it.
var released string

// Version is the module's version and commit, as far as the build knows them.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := cmp.Or(released, info.Main.Version)
	if v == "(devel)" || v == "" {
		v = "unreleased"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			v += " " + s.Value[:12]
		}
	}
	return v
}

// Agent is what the program calls itself to servers that it asks.
func Agent() string { return "arena/" + Version() }
