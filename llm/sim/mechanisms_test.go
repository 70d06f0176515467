package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

// rooms is a talk with many values of several kinds, corrected in places.
func rooms() []string {
	var out []string
	for i := range 30 {
		out = append(out, fmt.Sprintf("Room %d costs $%d. Its key is number KX-%d. Its tenant is %s Brown.", 101+i, 400+10*i, 7000+i, []string{"Ann", "Tom", "Lee"}[i%3]))
	}
	for i := range 10 {
		out = append(out, fmt.Sprintf("Actually, room %d costs $%d.", 101+i, 900+10*i))
	}
	return out
}

func notesOf(lines []string, then string) llm.Request {
	return request("", "Write notes of this.\n<transcript>\nuser: "+strings.Join(lines, "\nuser: ")+"\n</transcript>\n"+then)
}

// switches are requests in which a mechanism shows: with strong settings, and with the settings under
// which it does nothing, which must be what its off switch does.
var switches = map[string]struct {
	ask             llm.Request
	strong, neutral string
}{
	"attention":    {notesOf(rooms(), ""), "overlook_notes=1", "overlook_notes=0"},
	"load":         {notesOf(rooms(), ""), "capacity=2&strain=5&overlook_notes=0.05", "capacity=2&strain=0&fresh=0&overlook_notes=0.05"},
	"position":     {notesOf(rooms(), ""), "dip=1.4&capacity=1&strain=0&overlook_notes=0.7", "dip=0&skew=0&capacity=1&strain=0&overlook_notes=0.7"},
	"kinds":        {notesOf(rooms(), ""), "overlook_notes=0.2&kind_amount=90&kind_identifier=0", "overlook_notes=0.2&kind_plain=1&kind_name=1&kind_relation=1&kind_place=1&kind_amount=1&kind_date=1&kind_identifier=1&kind_decision=1&kind_correction=1"},
	"rereading":    {request("", "Tidy these notes.\n<notes>\n- "+strings.Join(rooms(), "\n- ")+"\n</notes>"), "overlook_notes=0.7&reread_dense=0", "overlook_notes=0.7&reread_dense=1&reread_noisy=1"},
	"directives":   {notesOf(rooms(), "Copy every value exactly."), "overlook_notes=0.7&directed=0", "overlook_notes=0.7&directed=1"},
	"entrenchment": {notesOf(rooms(), ""), "resistance=1&spread=1&overlook_notes=0", "resistance=0&overlook_notes=0"},
	"presentation": {notesOf(rooms(), ""), "resistance=0.9&spread=100&presentation=2&overlook_notes=0", "resistance=0.9&spread=1&overlook_notes=0"},
	"slips":        {request("You help.", "The licence key is QWER-TYUI-OPAS-DFGH-1234.", "What is the licence key?"), "slip_length=4&slip_rate=9", "slip_rate=0"},
	"arithmetic":   {request("You help.", "We have 120 chairs.", "We bought 30 more chairs.", "How many chairs do we have?"), "miscalculation=9", "miscalculation=0"},
	"staleness":    {request("You help.", "The hotel is the Hyatt.", "Actually, the hotel is the Aman.", "Which hotel is it?"), "stale=9", "stale=0"},
	"cap":          {func() llm.Request { r := notesOf(rooms(), ""); r.MaxTokens = 9; return r }(), "overlook_notes=0", ""},
	"sections":     {notesOf(rooms(), "## NUMBERS\nWhich amounts and identifiers?\n## PEOPLE\nWho is named?\n## CORRECTIONS\nWhat was changed?"), "repeated=1", "repeated=0"},
	"brevity":      {notesOf(rooms(), ""), "notes_facts=4", "notes_facts=1000000&slight=-10"},
	"volunteering": {request("You help.", "The hotel is the Aman. The hotel costs $800. The hotel's phone is 555-0147.", "What does the hotel cost?"), "volunteered=20", "volunteered=0"},
	"restating":    {request("You help.", "The alarm code is 8472."), "restated=1", "restated=0"},
	"latency":      {request("You help.", "The alarm code is 8472."), "overhead=5", "overhead=0&prefill=1000000000&decode=1000000000"},
}

func TestEveryMechanismHasItsSwitch(t *testing.T) {
	for _, m := range sim.Mechanisms() {
		t.Run(m.Name, func(t *testing.T) {
			c, ok := switches[m.Name]
			require.True(t, ok, "no request shows this mechanism")
			changed := false
			for seed := range int64(8) {
				say := func(options string) string {
					req := c.ask
					if options == "" { // a request without a limit stands for a model that ignores it
						req.MaxTokens, options = 0, c.strong
					}
					req.Seed, req.Model = seed, model("nano?"+options)
					r := complete(t, req)
					return r.Text + "\n" + r.Latency.String()
				}
				strong, off := say(c.strong), say(c.strong+"&"+strings.TrimPrefix(m.Name+"=off", "&"))
				if strings.Contains(c.strong, m.Name+"=") {
					off = say(strings.Replace(c.strong, m.Name+"=2", m.Name+"=off", 1))
				}
				neutral := say(c.neutral)
				changed = changed || strong != off
				if m.Name != "latency" { // the others change the length of the reply and so its time
					cut := func(s string) string { return s[:strings.LastIndexByte(s, '\n')] }
					off, neutral = cut(off), cut(neutral)
				}
				require.Equal(t, neutral, off)
			}
			require.True(t, changed, "no reply shows %s", c.strong)
		})
	}
}

// TestMoreCapacityNeverLosesMore counts the lines of notes over many seeds.
func TestMoreCapacityNeverLosesMore(t *testing.T) {
	for name, values := range map[string][]float64{
		"capacity": {1, 10, 30, 100, 1000}, "overlook_notes": {2, 0.5, 0.1, 0.01, 0}, "notes_facts": {1, 5, 20, 60, 100},
	} {
		last := -1
		for _, v := range values {
			lines := 0
			for seed := range int64(20) {
				req := notesOf(rooms(), "")
				req.Seed, req.Model = seed, model(fmt.Sprintf("nano?%s=%v", name, v))
				if name == "capacity" {
					req.Model.Options += "&overlook_notes=0.3&brevity=off"
				}
				lines += strings.Count(complete(t, req).Text, "\n")
			}
			require.GreaterOrEqual(t, lines, last, "%s=%v", name, v)
			last = lines
		}
		require.Positive(t, last)
	}
}

// TestASmallChangeChangesLittle adds a sentence of small talk, at the end or in the middle.
func TestASmallChangeChangesLittle(t *testing.T) {
	changed, lines := 0, 0
	for seed := range int64(40) {
		notes := func(talk []string) map[string]bool {
			req := notesOf(talk, "")
			req.Seed, req.Model = seed, model("nano?overlook_notes=0.2")
			out := map[string]bool{}
			for line := range strings.Lines(complete(t, req).Text) {
				out[strings.TrimSpace(line)] = true
			}
			return out
		}
		talk := rooms()
		a := notes(talk)
		b := notes(slices.Insert(slices.Clone(talk), []int{20, len(talk)}[seed%2], "How quickly the summer went by."))
		lines += len(a)
		for line := range a {
			if !b[line] {
				changed++
			}
		}
	}
	require.Less(t, float64(changed)/40, 4.0, "of %d lines", lines/40)
}
