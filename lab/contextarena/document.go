package contextarena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"unicode/utf8"

	"contextarena.internal/arena"
)

// MaxBytes is the size of the largest file that is read. The original's are under 1 MB.
const MaxBytes = 64 << 20

// document is a result file of any format: the fields that figures are made of, by their names in the file. What one doesn't
// have is nil or zero.
type document struct {
	Model       string
	Leaderboard json.RawMessage
	Results     []row
	bare        bool // the file is the list of its results
}

// row is a run. Formats name the same thing differently.
type row struct {
	StrategyName, Strategy                      string
	ScenarioName, Scenario, Name                string
	Steps                                       json.RawMessage
	FinalAnswer, Answer                         *string
	Correct                                     *bool
	RetentionByType                             map[arena.FactType]struct{ Retained, Total uint }
	Depth                                       *uint
	Cycles, DelegationCycles, CompressionCycles *uint
	DelegationLog, ExtractionLog                []logged
	ProbeResults                                []probed
	Retained, RetainedCount, Total, TotalProbes *uint
}

// logged is a cycle of a log.
type logged struct {
	Step, MessagesCompressed int
	Content                  *string
}

// probed is the verdict on a fact: at the end, or in each cycle.
type probed struct {
	Fact             string
	Type             arena.FactType
	Retained         *bool
	RetainedByCycle  []bool
	FirstLostAtCycle int
}

// decode reads a whole file. An error says where, by line.
func decode(data []byte) (document, error) {
	switch {
	case len(data) > MaxBytes:
		return document{}, fmt.Errorf("is larger than %d MB: no result file of Context Arena is", MaxBytes>>20)
	case len(bytes.TrimSpace(data)) == 0:
		return document{}, errors.New("is empty")
	case !utf8.Valid(data):
		return document{}, errors.New("is not UTF-8 text, so not JSON")
	case bytes.HasPrefix(data, []byte("\ufeff")):
		return document{}, errors.New("begins with a byte order mark, which an editor put there: fetch the file again")
	}
	doc := document{bare: bytes.TrimSpace(data)[0] == '['}
	into := any(&doc)
	if doc.bare {
		into = &doc.Results
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	line := func(offset int64) int { return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n")) }
	err := dec.Decode(into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return doc, fmt.Errorf("ends in the middle (line %d, after %d bytes): it was cut off; fetch it again", line(int64(len(data))), len(data))
	case errors.As(err, &syntax):
		return doc, fmt.Errorf("is not JSON (line %d): %w", line(syntax.Offset), err)
	case errors.As(err, &kind):
		return doc, fmt.Errorf("line %d: want %s, have %s", line(kind.Offset), kinds[kind.Type.Kind()], shorten(kind.Value))
	case err != nil:
		return doc, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return doc, fmt.Errorf("goes on after the end of its JSON value (line %d)", line(dec.InputOffset()))
	}
	return doc, nil
}

var kinds = map[reflect.Kind]string{
	reflect.String: "a text", reflect.Bool: "true or false", reflect.Int: "a whole number", reflect.Uint: "a whole number from 0",
	reflect.Slice: "a list", reflect.Struct: "an object", reflect.Map: "an object",
}

// quoted is a text of a file in a message: cut, and quoted, because it may hold anything.
func quoted(s string) string { return strconv.Quote(shorten(s)) }

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// format tells what kind of file it is by the fields of the first run.
func (d document) format() (Format, error) {
	first := row{}
	if len(d.Results) > 0 {
		first = d.Results[0]
	}
	why := "no format of it has such runs"
	switch {
	case len(d.Results) == 0:
		why = "it has no results"
	case d.bare && first.StrategyName != "" && (first.FinalAnswer != nil || first.Steps != nil):
		return Benchmark, nil
	case d.bare && first.Depth != nil:
		return Depth, nil
	case d.bare:
	case d.Leaderboard != nil && first.StrategyName != "":
		return Leaderboard, nil
	case first.DelegationLog != nil:
		return Loss, nil
	case first.ExtractionLog != nil:
		return Extraction, nil
	case first.Depth != nil:
		return DepthCounts, nil
	case first.ProbeResults != nil && first.Strategy != "":
		return QTDQPB, nil
	case first.ProbeResults != nil:
		return Baseline, nil
	}
	return "", fmt.Errorf("not a result file of Context Arena that can be imported: %s (benchmark-*, final-leaderboard-*, qpb-leaderboard-*, "+
		"rlm-loss-*, rllm-extraction-*, qtd-qpb-experiment-*, rlm-nano-baseline-* and rlm-depth-* files can)", why)
}
