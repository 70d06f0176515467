package llm

import (
	"regexp"
	"slices"
	"strings"
)

// ServesOption is the option under which a model's name lists the names by which a server may answer
// for it, separated by commas: "openai:gpt-5-nano?serves=my-deployment".
const ServesOption = "serves"

// snapshot is what providers put behind a model's name to say which of its versions answers.
var snapshot = regexp.MustCompile(`^[-@](?:20\d\d-?[01]\d-?[0-3]\d|[01]\d[0-3]\d)$`)

// ServedBy reports whether a reply that names the model that gave it as served is of m: it is the name
// itself, a dated snapshot of it ("gpt-5-nano-2026-08-07"), either with ":latest" or the last part of a
// path ("openai/gpt-5-nano"), or one that m's options allow.
func (m Model) ServedBy(served string) bool {
	asked, got := plainName(m.Name), plainName(served)
	if got == asked {
		return true
	}
	if rest, ok := strings.CutPrefix(got, asked); ok && snapshot.MatchString(rest) {
		return true
	}
	return slices.Contains(m.Serves(), served)
}

// Serves are the further names by which a server may answer for m.
func (m Model) Serves() []string {
	return strings.FieldsFunc(m.option(ServesOption), func(r rune) bool { return r == ',' || r == ' ' })
}

// plainName is a model's name without its path and without ":latest".
func plainName(name string) string {
	name = strings.TrimRight(strings.TrimSpace(name), "/")
	return strings.ToLower(strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ":latest"))
}
