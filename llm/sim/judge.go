package sim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/llm/sim/read"
	"contextarena.internal/llm/sim/shape"
)

// judge says whether an answer agrees with a reference, where a request gives both: by their values
// however they are spelled, or by their words if the reference has no values. Parts of either may be
// overlooked, as in any reading. It is there for strategies that ask their model to check something;
// no figure of a report may rest on it.
func (r *reading) judge(a *asked) string {
	reference := r.texts.of("reference", a.wanted.parts[partReference])
	r.add(reference, false)
	r.add(r.texts.of("answer", a.wanted.parts[partAnswer]), false)
	r.number(a.Seed, a.Sample)
	var want, got []*read.Clause
	for _, c := range r.attend(onJudging, r.OverlookAnswers, a.exact) {
		if c.Speaker == "reference" {
			want = append(want, c)
		} else {
			got = append(got, c)
		}
	}
	v := agreement(want, got, r.texts.of("", a.wanted.parts[partQuestion]))
	right := v.score >= 0.99
	if a.wanted.json {
		f := &finder{reading: r, asked: a}
		row := shape.Row{}
		row.Cells[shape.Verdict] = shape.Cell{Text: verdict(right), Numeric: true, Number: truth(right)}
		row.Cells[shape.Label] = shape.Words(verdict(right))
		row.Cells[shape.Score] = shape.Figure(v.score)
		row.Cells[shape.Confidence] = shape.Figure(1 - math.Round(100*happens(r.OverlookAnswers*r.Strength[attention]))/100)
		row.Cells[shape.Reason] = shape.Words(v.reason)
		return shape.Fill(a.wanted.form(), shape.Source{
			Rows:   func(string, shape.Roles, *shape.Row) []shape.Row { return nil },
			Whole:  func(shape.Roles) *shape.Row { return &row },
			Value:  f.value,
			Choose: func(labels []shape.Choice, _ *shape.Row) int { return judgement(labels, v.score) },
		})
	}
	if i := judgement(a.wanted.labels, v.score); i >= 0 {
		return a.wanted.labels[i].Label
	}
	if lo, hi, ok := shape.Scale(a.text); ok {
		return figure(math.Round(100*(lo+v.score*(hi-lo))) / 100)
	}
	return []string{"No: ", "Yes: "}[int(truth(right))] + v.reason + "."
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func verdict(right bool) string { return []string{"incorrect", "correct"}[int(truth(right))] }

// agreed is how much of a reference an answer gives, 0 to 1, and why.
type agreed struct {
	score  float64
	reason string
}

// agreement compares what was read of a reference and an answer. A value that the answer itself calls old
// doesn't count; one of the same kind and unit beside the right one, which neither the reference nor the
// question has, halves the score: the answer doesn't commit itself.
func agreement(want, got, question []*read.Clause) agreed {
	if len(want) == 0 || len(got) == 0 {
		return agreed{0, "nothing to compare"}
	}
	refs, said, asked := valuesOf(want), valuesOf(got), valuesOf(question)
	refs = slices.DeleteFunc(refs, func(v read.Value) bool { return among(asked, v) && len(refs) > 1 })
	if len(refs) == 0 {
		return wordsAgree(want, got)
	}
	found, missing := 0, ""
	for _, v := range refs {
		if among(said, v) {
			found++
		} else if missing == "" {
			missing = v.Text
		}
	}
	if missing != "" {
		return agreed{float64(found) / float64(len(refs)), "the answer doesn't give " + missing}
	}
	for _, v := range said {
		if v.Kind == read.Name || among(refs, v) || among(asked, v) {
			continue
		}
		if slices.ContainsFunc(refs, func(o read.Value) bool { return o.Kind == v.Kind && o.Unit == v.Unit }) {
			return agreed{0.5, "the answer also gives " + v.Text}
		}
	}
	return agreed{1, "the answer gives what the reference does"}
}

// valuesOf are the values that hold in some clauses.
func valuesOf(clauses []*read.Clause) []read.Value {
	var out []read.Value
	for _, c := range clauses {
		for i, v := range c.Values {
			if !slices.Contains(c.Old, i) && !among(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// among reports whether a value is among others, however it's spelled. A name may be part of a longer
// one, and a unit missing.
func among(values []read.Value, v read.Value) bool {
	return slices.ContainsFunc(values, func(o read.Value) bool {
		if o.Key == v.Key {
			return o.Kind != read.Amount || v.Kind != read.Amount || o.Unit == v.Unit || o.Unit == "" || v.Unit == ""
		}
		return o.Kind == read.Name && v.Kind == read.Name && (holds(o.Key, v.Key) || holds(v.Key, o.Key))
	})
}

// holds reports whether the words of part stand in a longer name.
func holds(name, part string) bool {
	return part != "" && strings.Contains(" "+name+" ", " "+part+" ")
}

// wordsAgree compares by content words, where there are no values. An answer that denies agrees only
// with a reference that does.
func wordsAgree(want, got []*read.Clause) agreed {
	said := map[uint32]bool{}
	denies := func(clauses []*read.Clause) bool {
		return slices.ContainsFunc(clauses, func(c *read.Clause) bool { return c.Denies })
	}
	for _, c := range got {
		for _, w := range c.Topic {
			said[w] = true
		}
	}
	n, found := 0, 0
	for _, c := range want {
		for _, w := range c.Topic {
			n++
			if said[w] {
				found++
			}
		}
	}
	switch {
	case denies(want) != denies(got):
		return agreed{0, "one of them denies it"}
	case denies(want) && denies(got):
		return agreed{1, "both deny it"}
	case n == 0:
		if strings.EqualFold(strings.Trim(want[0].Text, ". "), strings.Trim(got[0].Text, ". ")) {
			return agreed{1, "the answer gives what the reference does"}
		}
		return agreed{0, "the answer says something else"}
	case found*3 >= n*2:
		return agreed{1, "the answer says what the reference does"}
	}
	return agreed{math.Round(100*float64(found)/float64(n)) / 100, "the answer says something else"}
}

// yes and no are words of labels for a judgement, partly one between them.
var (
	yes    = set("yes", "correct", "pass", "true", "right", "match", "matches", "equivalent", "same", "y", "supported", "accept")
	no     = set("no", "incorrect", "fail", "false", "wrong", "mismatch", "different", "n", "unsupported", "reject", "not")
	partly = set("partial", "partially", "partly", "maybe", "incomplete")
)

// judgement is the label for a score: by its word, or as the nearest number. -1 if there is none.
func judgement(labels []shape.Choice, score float64) int {
	kind := func(words map[string]bool) int {
		return slices.IndexFunc(labels, func(l shape.Choice) bool {
			for w := range wordsOf(l.Label) {
				return words[w]
			}
			return false
		})
	}
	if y, n := kind(yes), kind(no); y >= 0 && n >= 0 {
		switch p := kind(partly); {
		case score >= 0.99:
			return y
		case score > 0 && p >= 0:
			return p
		}
		return n
	}
	var steps []float64
	for _, l := range labels {
		v, err := strconv.ParseFloat(l.Label, 64)
		if err != nil {
			return -1
		}
		steps = append(steps, v)
	}
	if len(steps) < 2 {
		return -1
	}
	lo, hi := slices.Min(steps), slices.Max(steps)
	best := 0
	for i, v := range steps {
		if math.Abs(v-lo-score*(hi-lo)) < math.Abs(steps[best]-lo-score*(hi-lo)) {
			best = i
		}
	}
	return best
}
