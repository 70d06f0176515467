package scenarios

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
)

// said is a text as it is said: without the line break with which YAML ends a block.
func said(text string) string { return strings.TrimSpace(text) }

// probeID is the probe's id: its fact's unless it has one of its own. An absent probe has no fact.
func probeID(p arena.Probe) string {
	if p.ID != "" || p.Kind == arena.Absent {
		return p.ID
	}
	return p.Fact
}

// complete fills in what a file leaves unsaid: sessions that go on, ids and questions that probes have
// from their facts.
func complete(s *arena.Scenario) {
	s.Description, s.System, s.Final.Question = said(s.Description), said(s.System), said(s.Final.Question)
	session := 1
	for i := range s.Turns {
		ex := &s.Turns[i]
		if ex.Session > 0 {
			session = ex.Session
		}
		ex.Session, ex.User, ex.Assistant = session, said(ex.User), said(ex.Assistant)
		if len(ex.Refs) == 0 {
			ex.Refs = nil
		}
		if len(ex.Tools) == 0 {
			ex.Tools = nil
		}
	}
	asks := map[string]string{} // by fact; of equal ids the first counts
	for i := range s.Facts {
		f := &s.Facts[i]
		f.Question = said(f.Question)
		if f.In == llm.User { // goes without saying, and hashes alike
			f.In = ""
		}
		if _, twice := asks[f.ID]; !twice {
			asks[f.ID] = f.Question
		}
	}
	for i := range s.Probes {
		p := &s.Probes[i]
		p.ID, p.Question = probeID(*p), said(p.Question)
		if asked, ok := asks[p.Fact]; ok {
			p.Question = asked
		}
	}
}

// brief is a copy without what complete fills in.
func brief(s *arena.Scenario) *arena.Scenario {
	out := *s
	out.Turns, out.Probes = slices.Clone(s.Turns), slices.Clone(s.Probes)
	session := 1
	for i, ex := range s.Turns {
		if ex.Session == session {
			out.Turns[i].Session = 0
		}
		session = ex.Session
	}
	for i, p := range s.Probes {
		if p.ID == p.Fact {
			out.Probes[i].ID = ""
		}
		if p.Fact != "" {
			out.Probes[i].Question = ""
		}
	}
	return &out
}

// Write writes a scenario as a file that Parse reads back as the same scenario. Fields that say
// what goes without saying are left out.
func Write(w io.Writer, s *arena.Scenario) error {
	root, err := strictyaml.Encode(brief(s))
	if err != nil {
		return fmt.Errorf("scenarios: write %s: %w", s.ID, err)
	}
	out, err := yaml.NewDumper(w, yaml.WithIndent(2), yaml.WithLineWidth(100))
	if err == nil {
		err = out.Dump(root)
	}
	if err != nil {
		return fmt.Errorf("scenarios: write %s: %w", s.ID, err)
	}
	return out.Close()
}
