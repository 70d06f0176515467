package lab

import (
	"strings"

	"contextarena.internal/store"
)

// Nightly is the command that plays nights.
const Nightly = "arena nightly"

// NightOf names the nightly file that an experiment is a night of, and the night's label. It is false for one that
// is no night.
func NightOf(e store.Experiment) (file, label string, night bool) {
	if e.Kind != store.KindRun || e.Given == nil || !strings.HasPrefix(e.Given.Command, Nightly) {
		return "", "", false
	}
	if i := strings.LastIndexByte(e.Name, ' '); i > 0 {
		return e.Name[:i], e.Name[i+1:], true
	}
	return e.Name, "", true
}
