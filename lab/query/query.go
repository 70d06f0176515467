// Package query has the studies that a database answers by itself: files of SQL over its documented views
// (docs/data-frames.md), which users write and run as well.
//
//  1. Parse takes a file apart at its comments "-- key: text", and refuses one whose figures would stand without a caption.
//  2. Ask has the store answer all its queries in one snapshot, and makes the sections of a report of them.
//  3. Document says it, with the rows for programs.
//
// The keys, each with the SQL that follows it, if any:
//
//	title    stands above the first table; {name} is an argument, a column of about, or simulated
//	level    memory, context, answer or final: what shares are of
//	nothing  is said where the first table has no rows
//	note     stands under the table before it, any number; none where it is empty
//	with     what all queries begin with
//	about    one row of what the texts name; left_out counts the trials that are in no share
//	table    the rows that people read; the text, if any, is its title
//	rows     the rows of csv and json, where they aren't those of the first table
package query

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/arena"
)

//go:embed *.sql
var files embed.FS

// Question is a file of SQL by its parts.
type Question struct {
	name  string
	parts []part
}

// part is a key with its text and the SQL under it.
type part struct{ key, text, sql string }

// Names are the questions that come with the program.
func Names() []string {
	found, err := fs.Glob(files, "*.sql")
	if err != nil {
		panic(err) // the pattern is one
	}
	for i, name := range found {
		found[i] = strings.TrimSuffix(name, ".sql")
	}
	return found
}

// Text is the SQL of the question with one of Names.
func Text(name string) []byte {
	text, err := files.ReadFile(name + ".sql")
	if err != nil {
		panic(err) // the program was built with it
	}
	return text
}

// Of is the question with one of Names.
func Of(name string) Question {
	q, err := Parse(name, Text(name))
	if err != nil {
		panic(err) // it is tested
	}
	return q
}

var (
	keyed     = regexp.MustCompile(`^-- (title|level|nothing|note|with|about|table|rows):\s*(.*)$`)
	estimates = regexp.MustCompile(`(?i)\b(share|paired)\s*\(`)
)

// Parse reads a file; name is its title unless it has one. SQL under no key is that of a table. What is wrong with it is an
// arena.Mistake.
func Parse(name string, text []byte) (Question, error) {
	q := Question{name: name}
	for line := range strings.Lines(string(text)) {
		if m := keyed.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			q.parts = append(q.parts, part{key: m[1], text: m[2]})
			continue
		}
		if strings.HasPrefix(line, "--") || strings.TrimSpace(line) == "" {
			continue
		}
		if n := len(q.parts); n == 0 || !q.parts[n-1].asks() && q.parts[n-1].key != "with" {
			q.parts = append(q.parts, part{key: "table"})
		}
		q.parts[len(q.parts)-1].sql += line
	}
	if !slices.ContainsFunc(q.parts, part.shown) {
		return q, arena.Mistake{Err: fmt.Errorf("%s asks for nothing: want a SELECT, or parts with -- table: above them", name)}
	}
	if level := arena.Level(q.text("level")); estimates.Match(text) && !slices.Contains(arena.Levels, level) {
		return q, arena.Mistake{Err: fmt.Errorf("%s has figures that would stand without a caption: say at which level they are, such as -- level: answer (%v)", name, arena.Levels)}
	}
	return q, nil
}

// shown reports whether people read the rows of a part.
func (p part) shown() bool { return p.key == "table" }

// asks reports whether a part has a query of its own.
func (p part) asks() bool { return p.shown() || p.key == "about" || p.key == "rows" }

// text is that of the first part with a key.
func (q Question) text(key string) string {
	for _, p := range q.parts {
		if p.key == key {
			return p.text
		}
	}
	return ""
}
