package views

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"contextarena.internal/reports"
)

// LearningSchema describes what Learning.JSON writes.
//
//go:embed learn.schema.json
var LearningSchema []byte

// LearningForm names the form of a learning run in JSON; see learn.schema.json.
const LearningForm = "context-arena/learning/1"

// JSON writes the learning run as indented JSON of the form LearningSchema describes.
func (l Learning) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(l)
}

// learnHead are the columns of Learning.CSV.
var learnHead = []string{
	"strategy", "model", "simulated", "set", "session", "answer", "answer_low", "answer_high", "control", "gain", "gain_low", "gain_high",
	"n", "chains", "left_out", "write_tokens", "write_ratio", "note",
}

// CSV writes one row per set and session. What isn't known is an empty cell. Cells that a spreadsheet
// would take for a formula get an apostrophe.
func (l Learning) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(learnHead); err != nil {
		return err
	}
	for _, set := range l.Sets {
		for _, p := range set.Points {
			e := p.Retention.Estimate()
			mean, low, high := bounds(p.Retention)
			control, _, _ := bounds(p.Control)
			gain, gainLow, gainHigh := bounds(p.Gain)
			var tokens, ratio *float64
			if p.WriteRatio > 0 {
				tokens, ratio = &p.WriteTokens, &p.WriteRatio
			}
			row := []string{
				l.Plan.Strategy, l.Plan.Model, strconv.FormatBool(l.Simulated), set.Set, strconv.Itoa(p.Session),
				exactly(mean), exactly(low), exactly(high), exactly(control), exactly(gain), exactly(gainLow), exactly(gainHigh),
				exactly(&e.N), strconv.Itoa(e.Clusters), strconv.Itoa(p.Retention.About().LeftOut), exactly(tokens), exactly(ratio), e.Note,
			}
			if err := out.Write(guarded(row)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// bounds are a figure's mean and interval, nil where there is none.
func bounds(f reports.Figure) (mean, low, high *float64) {
	e := f.Estimate()
	if !e.Defined() {
		return nil, nil, nil
	}
	if e.Interval == nil {
		return &e.Mean, nil, nil
	}
	return &e.Mean, &e.Interval.Low, &e.Interval.High
}
