package review

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/lab/certify"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Labels is a file of labels that people gave, as it stands.
type Labels struct {
	Name string
	all  []certify.Reply
}

// OpenLabels reads a file of labels; one that doesn't exist yet is empty. What is wrong with it is an
// arena.Mistake.
func OpenLabels(name string, known []*arena.Scenario) (*Labels, error) {
	s, err := certify.LoadFile(name, known)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return &Labels{name, s.Replies}, nil
}

// at is the place of the label on a disagreement, -1 if it has none.
func (l *Labels) at(d Disagreement) int {
	return slices.IndexFunc(l.all, func(r certify.Reply) bool {
		return r.Scenario == d.Scenario && r.Probe == d.Probe && r.Reply == d.Reply
	})
}

// Of is the label on a disagreement, empty if it has none.
func (l *Labels) Of(d Disagreement) probes.Result {
	if i := l.at(d); i >= 0 {
		return l.all[i].Label
	}
	return ""
}

// Put labels a disagreement, in the place of the label it had.
func (l *Labels) Put(a *Answers, d Disagreement, by store.Judge, label probes.Result) {
	r := a.label(d, by, label)
	if i := l.at(d); i >= 0 {
		l.all[i] = r
		return
	}
	l.all = append(l.all, r)
}

// heading is what a file of labels begins with.
const heading = "# Replies that matchers and a judge differ on, with the label that a person gave each (arena review;\n# docs/judging.md). arena certify --labels measures both by them.\n"

// Encode is the file as it is to be written.
func (l *Labels) Encode() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(heading)
	text, err := yaml.Marshal(l.all)
	b.Write(text)
	return b.Bytes(), err
}
