package belief

import (
	"strings"
	"time"

	"contextarena.internal/llm/sim/read"
)

// ends is when something is over that starts at a date or time and takes so long: "leaves at 9:00",
// "the ride takes 2 hours". It is empty if either isn't known of what fits a part.
func (a *asker) ends(p *part, hits []hit) string {
	if p.wants != of(read.Date) || cues(p.text, closing) == 0 {
		return ""
	}
	var start, takes operand
	for _, h := range hits[:min(len(hits), 4)] {
		f := &a.facts[h.fact]
		if h.score < lacking*hits[0].score {
			break
		}
		for _, v := range f.Now {
			if _, _, ok := instant(v.Key); ok && v.Kind == read.Date && start.Text == "" && cues(f.Clause.Text, opening) > 0 {
				start = operand{v, h.fact}
			}
		}
	}
	if start.Text == "" {
		return ""
	}
	at := a.facts[start.fact].Last
	for i := range a.facts {
		f := &a.facts[i]
		if f.Last < at-spoken || f.Last > at+spoken || cues(f.Clause.Text, lasting) == 0 {
			continue
		}
		for _, v := range f.Now {
			if v.Kind == read.Amount && lengths[v.Unit] != 0 && v.Per == "" {
				takes = operand{v, i}
			}
		}
	}
	if takes.Text == "" || a.slips.Miscalculates != nil && a.slips.Miscalculates(a.facts[start.fact].Clause.Shape, 2) {
		return ""
	}
	t, day, _ := instant(start.Key)
	d := time.Duration(takes.Number * float64(lengths[takes.Unit]))
	if day {
		d -= 24 * time.Hour // its first day is the day it starts
	}
	return label(p) + written(t.Add(d), day) + " (" + start.Text + " + " + takes.Text + ")"
}

// lasts is how long something takes that starts and ends at dates or times that are known.
func (a *asker) lasts(p *part) (string, bool) {
	lower := strings.ToLower(p.text)
	if !strings.HasPrefix(lower, "how long") && !strings.HasPrefix(lower, "how many minutes") && !strings.HasPrefix(lower, "how many hours") && !strings.HasPrefix(lower, "how many days") {
		return "", false
	}
	q := *p
	q.wants, q.unit, q.units = of(read.Date), "", ""
	var from, to operand
	for _, h := range a.find(&q) {
		if !a.covers(&q, h) {
			continue
		}
		f := &a.facts[h.fact]
		for _, v := range f.Now {
			if v.Kind != read.Date {
				continue
			}
			switch {
			case from.Text == "" && cues(f.Clause.Text, opening) > 0 && cues(f.Clause.Text, closing) == 0:
				from = operand{v, h.fact}
			case to.Text == "" && cues(f.Clause.Text, closing) > 0 && cues(f.Clause.Text, opening) == 0:
				to = operand{v, h.fact}
			}
		}
	}
	if from.Text == "" || to.Text == "" {
		return "", false
	}
	unit := "day"
	if clocked(from.Value) {
		unit = "minute"
	}
	for _, u := range []string{"minute", "hour", "week", "month"} {
		if strings.Contains(lower, u+"s") {
			unit = u
		}
	}
	n, ok := apart(from.Key, to.Key, unit)
	if !ok {
		return "", false
	}
	if a.slips.Miscalculates != nil && a.slips.Miscalculates(a.facts[from.fact].Clause.Shape, 2) {
		return from.Text + " to " + to.Text, true
	}
	return label(p) + measured(n, unit) + " (" + from.Text + " to " + to.Text + ")", true
}

// Words by which people say that something begins, is over, or takes a while.
var (
	opening = set(`start starts started begin begins began starting leave leaves left depart departs open opens from set kicks departure first`)
	closing = set(`end ends ended finish finishes finished arrive arrives arrived over until till close closes closed arrival due back done ready`)
	lasting = set(`take takes took last lasts lasted long duration for runs`)
)
