package calibrate

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Aim is what the simulation should reach.
type Aim struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Met   bool   `json:"met"`
}

// near is how far a share of asked facts may be from the published one.
const near = 0.06

// aims judges what a fit and a prediction should reach.
func (c Comparison) aims() []Aim {
	out := []Aim{c.inside("fit", func(t TypeRow) float64 { return t.Fitted }), c.inside("held out", func(t TypeRow) float64 { return t.HeldOut })}
	out = append(out, c.asked()...)
	bottom, top, low, high := "", "", c.Nothing, 8.
	if c.Nothing >= 0 {
		bottom = nothing
	}
	for _, s := range c.Strategies {
		switch {
		case s.Spec == "full_context":
			out = append(out, Aim{"full_context passes at least 7 of 8 tasks, fit", fmt.Sprintf("%.1f", s.FittedPassed), s.FittedPassed >= 7})
		case strings.HasPrefix(s.Spec, "window"):
			if s.FittedPassed >= low {
				bottom, low = s.Spec, s.FittedPassed
			}
		case s.FittedPassed < high || top == "":
			top, high = s.Spec, s.FittedPassed
		}
	}
	out = append(out, Aim{"none and window pass fewer tasks than any memory, fit", fmt.Sprintf("%s %.1f, %s %.1f", bottom, low, top, high), low < high})
	for _, r := range c.Ranks {
		if r.With == "held out" {
			out = append(out, Aim{"order of strategies by tasks passed: Spearman at least 0.6, held out", fmt.Sprintf("%.2f", r.Rho), r.Defined && r.Rho >= 0.6})
		}
	}
	return out
}

// inside counts the types whose survival lies in the interval of the published count.
func (c Comparison) inside(which string, of func(TypeRow) float64) Aim {
	n := 0
	var out []string
	for _, t := range c.Types {
		if t.inside(of(t)) {
			n++
		} else {
			out = append(out, string(t.Type))
		}
	}
	value := fmt.Sprintf("%d", n)
	if len(out) > 0 {
		value += ", not " + strings.Join(out, ", ")
	}
	return Aim{fmt.Sprintf("survival inside the published interval for at least 7 of %d types, %s", len(c.Types), which), value, n >= 7}
}

// asked compares the shares of asked facts, and their order, where they were published of several
// strategies.
func (c Comparison) asked() []Aim {
	rows := slices.DeleteFunc(slices.Clone(c.Strategies), func(s StrategyRow) bool { return s.AskedOf == 0 })
	if len(rows) < 2 {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b StrategyRow) int { return b.Asked - a.Asked })
	far, ordered := 0., true
	var have []string
	for i, s := range rows {
		want := float64(s.Asked) / float64(s.AskedOf)
		far = max(far, math.Abs(s.FittedAsked-want))
		ordered = ordered && (i == 0 || s.FittedAsked < rows[i-1].FittedAsked)
		have = append(have, fmt.Sprintf("%s %.0f for %.0f", s.Spec, 100*s.FittedAsked, 100*want))
	}
	text := strings.Join(have, ", ")
	return []Aim{
		{fmt.Sprintf("asked facts in final answers within %.0f points, fit", 100*near), text, far <= near},
		{"asked facts in the published order of strategies, fit", text, ordered},
	}
}
