package views

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
)

// LadderSchema describes what Ladder.JSON writes.
//
//go:embed ladder.schema.json
var LadderSchema []byte

// LadderForm names the form of a ladder in JSON; see ladder.schema.json.
const LadderForm = "context-arena/ladder/1"

// JSON writes the ladder as indented JSON of the form LadderSchema describes.
func (l Ladder) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(l)
}

// ladderHead are the columns of Ladder.CSV.
var ladderHead = []string{
	"strategy", "model", "suite", "experiment", "stretch", "simulated", "repeats",
	"transcript_tokens", "context_tokens", "memory_tokens", "answer", "answer_low", "answer_high", "n", "scenarios", "left_out",
	"write_usd", "read_usd", "write_read_cached_usd", "answer_seconds", "note",
}

// CSV writes one row per strategy, model and rung. What isn't known is an empty cell: an interval,
// money where a model has no price, a time where no reply has one. Cells that a spreadsheet would
// take for a formula get an apostrophe.
func (l Ladder) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(ladderHead); err != nil {
		return err
	}
	for _, line := range l.Lines {
		for _, r := range line.Rungs {
			about, e, c := r.Answer.About(), r.Answer.Estimate(), r.Cost
			var mean, low, high, write, read, cached, seconds *float64
			if e.Defined() {
				mean = &e.Mean
				if e.Interval != nil {
					low, high = &e.Interval.Low, &e.Interval.High
				}
			}
			if c.Priced {
				write, read, cached = &c.WriteUSD, &c.ReadUSD, &c.CachedUSD
			}
			if r.AnswerSeconds > 0 {
				seconds = &r.AnswerSeconds
			}
			row := []string{
				line.Strategy, line.Model, about.Suite, r.Experiment, strconv.Itoa(r.Stretch), strconv.FormatBool(l.Simulated), strconv.Itoa(about.Repeats),
				exactly(&c.TranscriptTokens), exactly(&c.ContextTokens), exactly(&c.MemoryTokens),
				exactly(mean), exactly(low), exactly(high), exactly(&e.N), strconv.Itoa(e.Clusters), strconv.Itoa(about.LeftOut),
				exactly(write), exactly(read), exactly(cached), exactly(seconds), e.Note,
			}
			if err := out.Write(guarded(row)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
