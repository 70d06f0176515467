package scenarios

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

// party is a small scenario without a fault; tests break it.
const party = `id: party
name: Party
suite: own
description: A party is planned.
system: You help with a party.
turns:
  - at: 2026-11-02 09:15
    user: We have a budget of $500 for the party. Frank sits at table 3.
    assistant: Noted, thank you.
  - at: 2026-11-02 09:20
    session: 2
    user: Eight guests come from work.
    refs: [1]
    tools:
      - call: search
        arguments: {who: work, limit: 10, open: true, tags: [a, ~]}
        result: one page
    assistant: That will be fun.
  - at: 2026-11-03 10:00
    user: Wait, the budget is $700 now, and 4 guests come from school.
    assistant: I have changed it.
final:
  at: 2026-11-03 11:00
  question: Sum up the plan.
  pass: 1
  rubric:
    - {item: the budget, match: {near: [budget, {number: 700}], within: 8, not: [{number: 500}]}}
    - {item: school, match: school}
facts:
  - id: budget
    turn: 1
    text: the budget is $500
    question: How much was planned at first?
    about: budget
    value: {number: 500, unit: usd}
  - id: guests-work
    turn: 2
    text: 8 guests from work
    question: How many come from work?
    about: guests
    value: {number: 8}
    within: 4
  - id: budget-raised
    turn: 3
    text: the budget is $700
    question: How much may be spent?
    about: budget
    value: {number: 700, unit: usd}
    supersedes: budget
  - id: guests-school
    turn: 3
    text: 4 guests from school
    question: How many come from school?
    about: guests
    value: {number: 4}
  - id: guests
    turn: 3
    text: 12 guests
    question: How many come?
    about: guests
    value: {number: 12}
    derived_from: [guests-work, guests-school]
probes:
  - {fact: budget-raised, type: correction, kind: current, legacy: ["700"]}
  - {fact: guests, type: quantity, kind: derived, extended: true}
  - {id: first-budget, fact: budget, type: quantity, kind: historical, stale: {number: 700}}
`

func TestParse(t *testing.T) {
	s, err := Parse("folder/party.yaml", []byte(party))
	require.NoError(t, err)
	day := time.Date(2026, 11, 2, 9, 15, 0, 0, time.UTC)
	require.Equal(t, arena.Exchange{At: day, Session: 1, User: "We have a budget of $500 for the party. Frank sits at table 3.", Assistant: "Noted, thank you."}, s.Turns[0])
	require.Equal(t, arena.Exchange{
		At: day.Add(5 * time.Minute), Session: 2, User: "Eight guests come from work.", Refs: []arena.Turn{1},
		Tools:     []arena.ToolUse{{Name: "search", Arguments: `{"who":"work","limit":10,"open":true,"tags":["a",null]}`, Result: "one page"}},
		Assistant: "That will be fun.",
	}, s.Turns[1])
	require.Equal(t, 2, s.Turns[2].Session, "a session goes on until the script says otherwise")
	require.Equal(t, arena.Fact{
		ID: "budget-raised", Turn: 3, Text: "the budget is $700", Question: "How much may be spent?", About: &arena.Pattern{Text: "budget"},
		Value: arena.Pattern{Number: &arena.NumberPattern{Value: "700", Unit: "usd"}}, Within: 12, Supersedes: "budget",
	}, s.Facts[2])
	require.Equal(t, []string{"guests-work", "guests-school"}, s.Facts[4].DerivedFrom)
	require.Equal(t, 4, s.Facts[1].Within)
	require.Equal(t, arena.Probe{ID: "budget-raised", Fact: "budget-raised", Type: arena.Correction, Kind: arena.Current, Question: "How much may be spent?", Legacy: []string{"700"}}, s.Probes[0])
	require.Equal(t, arena.Probe{ID: "first-budget", Fact: "budget", Type: arena.Quantity, Kind: arena.Historical, Question: "How much was planned at first?", Stale: &arena.Pattern{Number: &arena.NumberPattern{Value: "700"}}}, s.Probes[2])
	require.True(t, s.Probes[1].Extended)
	require.Equal(t, 1, s.Final.Pass)
	require.Equal(t, arena.Pattern{Near: &arena.NearPattern{
		Of: []arena.Pattern{{Text: "budget"}, {Number: &arena.NumberPattern{Value: "700"}}}, Within: 8,
		Not: []arena.Pattern{{Number: &arena.NumberPattern{Value: "500"}}},
	}}, s.Final.Rubric[0].Match)

	windows, err := Parse("party.yaml", []byte("\ufeff"+strings.ReplaceAll(party, "\n", "\r\n")))
	require.NoError(t, err)
	require.Equal(t, s, windows, "a byte order mark and Windows line ends change nothing")
}

func TestBuiltin(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	turns := 0
	for i, id := range original {
		require.Equal(t, id, ss[i].ID)
		require.Equal(t, suiteOriginal, ss[i].Suite)
		turns += len(ss[i].Turns)
	}
	require.Equal(t, 131, turns)
	for _, s := range ss[len(original):] {
		require.NotEqual(t, suiteOriginal, s.Suite, s.ID)
	}
	ss[0] = nil
	again, err := Builtin()
	require.NoError(t, err)
	require.NotNil(t, again[0], "a caller's list is its own")
}

// The 62 probes of the original keep their order, types, turns and patterns, so that its figures
// stay comparable.
func TestOriginalProbes(t *testing.T) {
	type row struct {
		Scenario string         `json:"scenario"`
		Type     arena.FactType `json:"type"`
		Turn     arena.Turn     `json:"turn"`
		Legacy   []string       `json:"legacy"`
	}
	data, err := os.ReadFile("testdata/original_probes.json")
	require.NoError(t, err)
	var want []row
	require.NoError(t, json.Unmarshal(data, &want))
	require.Len(t, want, 62)
	ss, err := Builtin()
	require.NoError(t, err)
	var got []row
	for _, s := range ss[:len(original)] {
		extended := false
		for _, p := range s.Probes {
			if p.Extended {
				extended = true
				continue
			}
			require.False(t, extended, "%s: probe %s comes after an extended one", s.ID, p.ID)
			for _, f := range s.Facts {
				if f.ID == p.Fact {
					got = append(got, row{s.Name, p.Type, f.Turn, p.Legacy})
				}
			}
		}
	}
	require.Equal(t, want, got)
}

func TestBuiltinLint(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	r := Lint(ss)
	for _, f := range r.Findings {
		assert.False(t, f.Grave, "%s: %s", f.Scenario, f.Text)
	}
	require.NotZero(t, r.Trials)
	require.Less(t, r.Rate(), 0.01, "%d of %d: %v", r.FalsePositives, r.Trials, r.Findings)
}

func TestLoad(t *testing.T) {
	write := func(t *testing.T, files map[string]string) string {
		dir := t.TempDir()
		for name, text := range files {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		return dir
	}
	renamed := strings.Replace(party, "id: party\n", "id: a-feast\n", 1)

	t.Run("sorted by id", func(t *testing.T) {
		dir := write(t, map[string]string{"party.yaml": party, "a-feast.yaml": renamed, "notes.txt": "{"})
		require.NoError(t, os.Mkdir(filepath.Join(dir, "sub.yaml"), 0o700))
		ss, err := Load(dir)
		require.NoError(t, err)
		require.Len(t, ss, 2)
		require.Equal(t, "a-feast", ss[0].ID)
		require.Equal(t, "party", ss[1].ID)
	})
	t.Run("all faults of all files", func(t *testing.T) {
		dir := write(t, map[string]string{
			"a-feast.yaml": strings.Replace(renamed, "pass: 1", "pass: 3", 1),
			"broken.yaml":  "id: [\n",
			"party.yaml":   strings.Replace(party, "suite: own", "siute: own", 1),
		})
		_, err := Load(dir)
		var faults strictyaml.Faults
		require.ErrorAs(t, err, &faults)
		require.Len(t, faults, 3)
		require.Equal(t, filepath.Join(dir, "a-feast.yaml")+":25:9: pass: want 1 to 2, the number of rubric items, have 3", faults[0].Error())
		require.Contains(t, faults[1].Error(), "broken.yaml:2:1: ")
		require.Equal(t, `unknown field "siute" (did you mean suite? known: id, name, suite, variant_of, change, dataset, description, system, turns, final, facts, probes)`, faults[2].Text)
	})
	t.Run("an id twice", func(t *testing.T) {
		dir := write(t, map[string]string{"party.yaml": party, "second.yaml": party})
		_, err := Load(dir)
		require.EqualError(t, err, fmt.Sprintf(
			"%[1]s:1:5: id: party is the id of %[2]s too\n%[1]s:1:5: id: the file is named second.yaml; want party.yaml, or the id second",
			filepath.Join(dir, "second.yaml"), filepath.Join(dir, "party.yaml")))
	})
	t.Run("no files", func(t *testing.T) {
		dir := t.TempDir()
		_, err := Load(dir)
		require.EqualError(t, err, "scenarios: folder "+dir+" has no scenario (a file whose name ends with .yaml)")
	})
	t.Run("no folder", func(t *testing.T) {
		_, err := Load(filepath.Join(t.TempDir(), "absent"))
		require.ErrorIs(t, err, os.ErrNotExist)
	})
}

// Whatever the input, Parse ends with a scenario or with faults that have a place.
func FuzzParse(f *testing.F) {
	f.Add([]byte(party))
	f.Add([]byte("id: x\nfacts: [{id: a, supersedes: a, derived_from: [a]}]\n"))
	f.Add([]byte("probes: [{fact: a, stale: {any: [{near: [a, b]}, {none: [c]}]}}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("fuzz.yaml", data)
		if err == nil {
			require.NotNil(t, s)
			Lint([]*arena.Scenario{s, s})
			return
		}
		var faults strictyaml.Faults
		require.ErrorAs(t, err, &faults)
		require.NotEmpty(t, faults)
		for _, fault := range faults {
			require.Positive(t, fault.Line)
			require.Positive(t, fault.Column)
		}
	})
}

func BenchmarkBuiltin(b *testing.B) {
	for b.Loop() {
		if _, err := Load("builtin"); err != nil {
			b.Fatal(err)
		}
	}
}
