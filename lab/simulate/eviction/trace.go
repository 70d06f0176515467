package eviction

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/eviction"
)

// columns are those of a trace, as the command's help explains them.
var columns = []string{"turn", "chunk", "size", "class", "used", "value"}

// The most that a trace may have.
const (
	mostPlaces   = 2_000_000 // turns × chunks: every policy notes for every turn which chunks are there
	mostTokens   = 1_000_000_000
	mostValue    = 1_000_000
	mostMistakes = 20 // that are told
)

// reading is a trace while it is read.
type reading struct {
	*Session
	name     string
	line     int
	first    int            // turn, in the trace's own count
	at       map[string]int // chunks, by name
	came     []int          // their lines
	row      map[string]string
	mistakes []error // of all lines
}

// readTrace reads a session that somebody recorded: rows under a header. Turns are counted from its first. Mistakes are told together,
// each with its line.
func readTrace(name string, data []byte) (*Session, error) {
	r := reading{Session: &Session{}, name: name, at: map[string]int{}, row: map[string]string{}}
	rows := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	rows.TrimLeadingSpace = true
	var head []string
	for len(r.mistakes) < mostMistakes {
		fields, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var bad *csv.ParseError
		if errors.As(err, &bad) {
			r.line = bad.Line
			r.wrong("%v", bad.Err)
			continue
		}
		r.line, _ = rows.FieldPos(0)
		if head == nil {
			for _, column := range fields {
				if !slices.Contains(columns, column) {
					r.wrong("no column %.40q: %swant %s", column, strictyaml.DidYouMean(column, columns), strings.Join(columns, ", "))
				}
			}
			if head = fields; r.mistakes != nil {
				break
			}
			continue
		}
		for i, column := range head {
			r.row[column] = strings.TrimSpace(fields[i])
		}
		r.event()
	}
	if r.mistakes == nil && r.possible() == 0 {
		return nil, fmt.Errorf("%s: no chunk is used for a value: there is nothing to keep", name)
	}
	return r.Session, errors.Join(r.mistakes...)
}

// wrong notes a mistake of the line.
func (r *reading) wrong(format string, args ...any) {
	r.mistakes = append(r.mistakes, fmt.Errorf("%s:%d: %s", r.name, r.line, fmt.Sprintf(format, args...)))
}

// number is a column's: 0 to most.
func (r *reading) number(column string, most float64) float64 {
	x, err := strconv.ParseFloat(r.row[column], 64)
	kind := "number"
	if column != "value" {
		kind = "whole number"
	}
	if err != nil || !(x >= 0 && x <= most) || column != "value" && x != float64(int(x)) {
		r.wrong("%s %.40q: want a %s from 0 to %.0f", column, r.row[column], kind, most)
	}
	return x
}

// event adds what a row says, unless something in it is wrong.
func (r *reading) event() {
	before := len(r.mistakes)
	name := r.row["chunk"]
	if name == "" {
		r.wrong("chunk is missing")
	}
	i, known := r.at[name]
	turn := int(r.number("turn", mostTokens))
	c := eviction.Chunk{Class: eviction.Structural, Relevance: 1}
	if known {
		c = r.Chunks[i]
	}
	if !known || r.row["size"] != "" {
		c.Size = int(r.number("size", mostTokens))
	}
	if class := r.row["class"]; class != "" {
		for c.Class = 0; c.Class < eviction.Classes && !strings.EqualFold(c.Class.String(), class); c.Class++ {
		}
		if c.Class == eviction.Classes {
			r.wrong("class %.40q: want PERMANENT, STRUCTURAL, TRANSIENT or EPHEMERAL", class)
		}
	}
	value := 1.0
	if r.row["value"] != "" {
		value = r.number("value", mostValue)
	}
	used, err := strconv.ParseBool(r.row["used"])
	if err != nil && r.row["used"] != "" {
		r.wrong("used %.40q: want true or false", r.row["used"])
	}
	if len(r.mistakes) > before {
		return
	}
	if len(r.Arrive) == 0 {
		r.first = turn
	}
	turn -= r.first
	switch {
	case turn < len(r.Arrive)-1:
		r.wrong("turn %d is after a later one: want rows in the order of turns", turn+r.first)
	case known && !used:
		r.wrong("chunk %.40q came at line %d: want used=true, since it comes once", name, r.came[i])
	case known && (c.Size != r.Chunks[i].Size || c.Class != r.Chunks[i].Class):
		r.wrong("chunk %.40q has another size or class at line %d", name, r.came[i])
	case (turn+1)*(len(r.Chunks)+1) > mostPlaces:
		r.wrong("%d turns with %d chunks: want at most %d of both multiplied (cut the trace in two)", turn+1, len(r.Chunks)+1, mostPlaces)
	}
	if len(r.mistakes) > before {
		return
	}
	for turn >= len(r.Arrive) {
		r.Arrive, r.Uses = append(r.Arrive, nil), append(r.Uses, nil)
	}
	if !known {
		if !used {
			c.Relevance = value
		}
		c.Decay, c.Rebuild = eviction.Decays[c.Class], float64(c.Size)
		i = len(r.Chunks)
		r.at[name], r.came = i, append(r.came, r.line)
		r.add(turn, c)
	}
	if used {
		r.Uses[turn] = append(r.Uses[turn], Use{i, value})
	}
}
