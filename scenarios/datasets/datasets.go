// Package datasets makes scenarios of the datasets that memories are compared on elsewhere.
//
//  1. An adapter reads a file into talks: sessions with their dates, who says what, and questions with the messages that
//     are their evidence (locomo.go, longmemeval.go). What it can't read it leaves out, with the line and why.
//  2. Errata of the very file are applied to the questions (errata.go).
//  3. An answer is a value, several values, or prose (value.go).
//  4. A talk becomes a scenario. A value that is found in its evidence is a fact as in any scenario; one that the talk has
//     in other words is confined to the answer, and prose to a judge (build.go).
//
// No data of theirs is part of the program.
package datasets

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
)

// MostBytes is the size of the largest file that is read.
const MostBytes = 280 << 20

// adapters read the files of the datasets, by the names that Import takes.
var adapters = map[string]func(*source) []talk{"locomo": locomo, "longmemeval": longMemEval}

// Imported is what came of a file.
type Imported struct {
	File, SHA256 string
	Scenarios    []*arena.Scenario
	Left         []Remark // that are missing in the scenarios
	Read         []Remark // that were corrected, or read otherwise than they stand
}

// Remark is what is to be said of a place in a file.
type Remark struct {
	File string
	Line int
	Text string
}

// String is file:line: text.
func (r Remark) String() string { return fmt.Sprintf("%s:%d: %s", r.File, r.Line, r.Text) }

// Import reads a file of a dataset: locomo or longmemeval. The file's name is for messages. Errata for another file are an error.
func Import(dataset, file string, data []byte, errata *Errata) (Imported, error) {
	sum := sha256.Sum256(data)
	src := &source{out: Imported{File: file, SHA256: hex.EncodeToString(sum[:])}, data: data}
	talks := adapters[dataset](src)
	version := dataset + " sha256:" + src.out.SHA256[:12]
	if errata != nil {
		if err := errata.apply(src, talks); err != nil {
			return src.out, err
		}
		version += " errata " + errata.SHA256[:12]
	}
	seen := map[string]int{}
	for _, t := range talks {
		t.id = dataset + "-" + kebab(t.id)
		if first := seen[t.id]; first > 0 {
			src.leave(t.at, "%s stands there already (line %d)", t.id, first)
			continue
		}
		seen[t.id] = src.line(t.at)
		if s := build(src, t); s != nil {
			s.Suite, s.Dataset = dataset, version
			src.out.Scenarios = append(src.out.Scenarios, s)
		}
	}
	slices.SortStableFunc(src.out.Left, func(a, b Remark) int { return a.Line - b.Line })
	return src.out, nil
}

// talk is a conversation of a dataset. Places are bytes from the beginning of the file.
type talk struct {
	at        int
	id        string // as the dataset has it
	system    string
	sessions  []session
	questions []question
}

type session struct {
	name string // as the dataset counts it
	at   time.Time
	says []says
}

// says is a message. By is the speaker's name; empty where the role says enough.
type says struct {
	id, by, text string
	role         llm.Role
}

type question struct {
	at       int
	category string // in kebab-case
	id       string // within the talk
	text     string
	answer   string
	was      string   // the answer that errata corrected
	evidence []string // ids of messages
	absent   bool
	prose    bool // the dataset says so
	dropped  bool // by errata
	factType arena.FactType
}

// order sorts sessions by time: some files don't.
func (t *talk) order() {
	slices.SortStableFunc(t.sessions, func(a, b session) int { return a.at.Compare(b.at) })
}

// kebab is a text as an id.
func kebab(text string) string {
	return cmp.Or(scenarios.Kebab(text), "x")
}
