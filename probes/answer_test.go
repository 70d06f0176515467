package probes_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// subject is a fact that was corrected once: what it is of, its value and the old one.
type subject struct {
	label, value, old, third string // third is another value of the kind, of nothing
	sc                       *probes.Scorer
}

// invented is a word that means nothing.
func invented(t *rapid.T, name string) string {
	return "z" + rapid.StringMatching(`[aeiou][bdgklprtv][aeiou][bdgklprtv]`).Draw(t, name) + "ax"
}

// kinds make a value and its pattern.
var kinds = map[string]func(t *rapid.T, name string) (string, arena.Pattern){
	"amount of money": func(t *rapid.T, name string) (string, arena.Pattern) {
		n := rapid.IntRange(40, 9_999_999).Draw(t, name)
		plain := strconv.Itoa(n)
		for i := len(plain) - 3; i > 0; i -= 3 {
			plain = plain[:i] + "," + plain[i:]
		}
		return "$" + plain, dollars(strconv.Itoa(n))
	},
	"number of people": func(t *rapid.T, name string) (string, arena.Pattern) {
		n := strconv.Itoa(rapid.IntRange(40, 999).Draw(t, name))
		return n + " people", arena.Pattern{Number: &arena.NumberPattern{Value: n, Unit: "people"}}
	},
	"day": func(t *rapid.T, name string) (string, arena.Pattern) {
		day := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 364).Draw(t, name))
		return day.Format(rapid.SampledFrom([]string{"January 2", "2 January 2006", "January 2, 2006", "2006-01-02"}).Draw(t, name+" written")),
			arena.Pattern{Date: &arena.DatePattern{Month: day.Month(), Day: day.Day()}}
	},
	"code": func(t *rapid.T, name string) (string, arena.Pattern) {
		code := rapid.StringMatching(`([B-HJ-NP-Z]{3}|BUT|YET|THE|FOR|NEW|PER|CUT|SHE)-[1-9][0-9]{3}`).Draw(t, name)
		return code, arena.Pattern{Identifier: code}
	},
	"phone number": func(t *rapid.T, name string) (string, arena.Pattern) {
		number := rapid.StringMatching(`555-[2-9][0-9]{2}-[0-9]{4}`).Draw(t, name)
		return number, arena.Pattern{Identifier: number}
	},
	"name": func(t *rapid.T, name string) (string, arena.Pattern) {
		n := "X" + invented(t, name) + " V" + invented(t, name+" of the family")
		return n, text(n)
	},
}

func drawSubject(t *rapid.T) subject {
	var s subject
	s.label = invented(t, "label")
	kind := rapid.SampledFrom([]string{"amount of money", "number of people", "day", "code", "phone number", "name"}).Draw(t, "kind")
	var value, old arena.Pattern
	s.value, value = kinds[kind](t, "value")
	s.old, old = kinds[kind](t, "old value")
	s.third, _ = kinds[kind](t, "another value")
	if kind == "day" { // June 1 and 1 June 2027 are one
		pattern := rapid.IntRange(1, 28)
		months := rapid.Permutation([]time.Month{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}).Draw(t, "months")
		made := func(i int) (string, arena.Pattern) {
			d := pattern.Draw(t, "day")
			return fmt.Sprintf("%s %d", months[i], d), arena.Pattern{Date: &arena.DatePattern{Month: months[i], Day: d}}
		}
		s.value, value = made(0)
		s.old, old = made(1)
		s.third, _ = made(2)
	}
	if s.value == s.old || s.value == s.third || s.old == s.third {
		t.Skip("two values are the same")
	}
	question := fmt.Sprintf("What is the %s?", s.label)
	sc, err := probes.NewScorer(&arena.Scenario{
		ID: "any",
		Facts: []arena.Fact{
			{ID: "old", Turn: 1, Question: "What was the " + s.label + " at first?", Text: fmt.Sprintf("The %s was %s at first.", s.label, s.old), About: about(s.label), Value: old},
			{ID: "new", Turn: 2, Question: question, Text: fmt.Sprintf("The %s is %s.", s.label, s.value), About: about(s.label), Value: value, Supersedes: "old"},
		},
		Probes: []arena.Probe{{ID: "new", Fact: "new", Type: arena.Correction, Kind: arena.Current, Question: question}},
	})
	require.NoError(t, err)
	s.sc = sc
	return s
}

// said fills in a reply: L is the label, X the value, O the old one, Y another.
func (s subject) said(reply string) string {
	return strings.NewReplacer("{L}", s.label, "{X}", s.value, "{O}", s.old, "{Y}", s.third).Replace(reply)
}

// Whatever the label, and whatever its value is, the words around the value decide.
func TestAnyValueIsReadForWhatIsSaidOfIt(t *testing.T) {
	for _, rule := range []struct {
		name    string
		want    probes.Result
		replies []string
	}{
		{"given", probes.Kept, []string{
			"{X}", "{X}.", "**{X}**", "The {L} is {X}.", "It's {X}.", "It is {X} now.", "- {L}: {X}", "{L}: **{X}**", "I believe the {L} is {X}.", "> {X}",
			"The {L}? {X}.", "| {L} | {X} |", "If I remember correctly, {X}.", "Sure! The {L} is {X}. Anything else?", "I'm not sure, but I think {X}.",
			"The {L} hasn't changed: {X}.", "You keep a list.\n\nThe {L} is {X} now and no longer what it was before.",
		}},
		{"denial", probes.Lost, []string{
			"It isn't {X}.", "The {L} is not {X}.", "The {L} is {Y}, not {X}.", "{Y} rather than {X}.", "Not {X}.", "{Y} instead of {X}.", "It's definitely not {X}.",
			"The {L} was never {X}.", "{X} was ruled out.", "~~{X}~~ {Y}",
		}},
		{"denial of another", probes.Kept, []string{"{X}, not {O}.", "It's {X} rather than {O}.", "Not {O} but {X}.", "The {L} isn't {Y}, it's {X}.", "~~{O}~~ {X}"}},
		{"old value", probes.Stale, []string{"{O}", "{O}.", "The {L} is {O}.", "- {L}: {O}", "It's {O} now.", "**{O}**", "{L}: {O}"}},
		{"old beside the new", probes.Kept, []string{
			"{X}; it was {O} before.", "{X} (was {O})", "{X}, up from {O}.", "It changed from {O} to {X}.", "It was originally {O}, but now it's {X}.", "{O} → {X}",
			"The {L} is now {X}; previously it was {O}.", "{O}, no wait, {X}.", "It used to be {O}; now it's {X}.", "{X} (previously {O})",
			"It was raised from {O} to {X}.", "The {L} was moved to {X}.", "It went from {O} to {X}.",
		}},
		{"old of another", probes.Lost, []string{"{Y}; it was {X} before.", "It changed from {X} to {Y}.", "{X}, no wait, {Y}.", "{Y} (previously {X})", "It used to be {X}; now it's {Y}."}},
		{"of another thing", probes.Lost, []string{
			"{Y}; {X} is the backup.", "{Y}. {X} is for the spare one.", "The backup is {X}; the {L} is {Y}.", "- spare: {X}\n- {L}: {Y}", "| {L} | {Y} |\n| spare | {X} |",
			"{Y} is the {L}. {X} belongs to the deputy.",
		}},
		{"of the thing beside another", probes.Kept, []string{
			"{X}; {Y} is the backup.", "{X}. {Y} is for the spare one.", "The backup is {Y}; the {L} is {X}.", "- spare: {Y}\n- {L}: {X}", "| {L} | {X} |\n| spare | {Y} |",
			"The {L} is {X}. {Y} belongs to the deputy.", "The {L} is {X}, the other one {Y}.",
		}},
		{"aside", probes.Lost, []string{
			"{Y}, because {X} had no room left.", "Since {X} was full, it's {Y}.", "{X} was considered, but in the end it's {Y}.", "They discussed {X}, and settled on {Y}.",
			"{Y}. {X} was proposed too.",
		}},
		{"beside what is said aside", probes.Kept, []string{
			"{X}, because {Y} had no room left.", "Since {Y} was full, it's {X}.", "{Y} was considered, but in the end it's {X}.", "They discussed {Y}, and settled on {X}.",
			"{X}. {Y} was proposed too.",
		}},
		{"weighed, and another was chosen", probes.Lost, []string{
			"Nothing about {X} is true.",
		}},
		{"weighed, and chosen", probes.Kept, []string{
			"{X} was proposed, and it was chosen.", "Proposal: {X}\nResult: agreed.", "Fallback: {Y}\nThe {L}: {X}",
			"{Y} is kept as a fallback. {X}.",
		}},
		{"came to nothing, and something else was taken", probes.Lost, []string{
			"{X} was cancelled on us. Zadok stepped in.",
			"After {X} fell through you took the one from Zadok.",
		}},
		{"something else came to nothing, and this was taken", probes.Kept, []string{
			"Zadok was cancelled on us. {X} stepped in.", "The {L} is {X}. Zadok would have taken too long.",
			"After Zadok fell through it's {X}.", "{X}, which nobody wanted at first. Zadok helped you carry it.",
		}},
		{"given, and something follows", probes.Kept, []string{
			"The {L} is {X}, so please bring the papers from Zadok.", "{X}. The kettle is green.", "The {L} is {X}; Zadok couldn't come.", "Right, the {L}? {X}, until further notice.",
		}},
		{"moved", probes.Stale, []string{"It slid from {X} to {O}."}},
		{"the answer, and something else unknown", probes.Kept, []string{
			"The {L} is {X}; who chose it isn't in my notes.", "{X}. Who chose it was never mentioned.", "I'd say {X}.",
		}},
		{"target", probes.Stale, []string{"{L}: {O}\nTarget: {X}"}},
		{"old of the old", probes.Kept, []string{"While others think of {O}, you took {X}.", "I think it's {X}?"}},
		{"none picked", probes.Stale, []string{
			"The values are {O}, {Y} and {X}.", "{X} or {O}.", "{O} and {X}", "Either {O} or {X}, I can't say which.", "The {L} is {O}, or {X}.",
		}},
		{"asked", probes.Lost, []string{"Is it {X}?", "Did you mean {X}?", "Do you mean {X} or {Y}?", "You asked whether the {L} is {X}."}},
		{"open", probes.Lost, []string{"{X} or {Y}.", "Either {X} or {Y}.", "{Y} or {X}.", "It's {Y} or {X}, I can't tell which."}},
		{"unknown", probes.Lost, []string{"I don't know.", "I don't see {X} mentioned anywhere.", "I have no record of {X}.", "{X} was never mentioned."}},
		{"reasoning", probes.Lost, []string{
			"<think>{X}</think> {Y}", "<think>It could be {X}.</think>\nThe {L} is {Y}.", "<thinking>\n{X}\n</thinking>\n\n{Y}", "{X}</think>{Y}", "<think>{X}",
		}},
		{"reasoning of another", probes.Kept, []string{"<think>{O}? {Y}?</think> {X}", "<think>\nThe {L} was {O}.\n</think>\nThe {L} is {X}.", "<answer>{X}</answer>"}},
		{"JSON", probes.Kept, []string{
			`{"{L}": "{X}"}`, `{"answer": "{X}"}`, `{"answer": "{X}", "previous": "{O}"}`, `{"reasoning": "first {O}, then {X}", "answer": "{X}"}`,
			"```json\n{\"value\": \"{X}\", \"alternatives\": [\"{Y}\", \"{O}\"]}\n```", `["{X}"]`,
		}},
		{"JSON of another", probes.Lost, []string{`{"answer": "{Y}", "previous": "{X}"}`, `{"reasoning": "first {X}", "answer": "{Y}"}`, `{"{L}": "{Y}", "rejected": "{X}"}`}},
	} {
		t.Run(rule.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := drawSubject(t)
				for range 4 {
					reply := rapid.SampledFrom(rule.replies).Draw(t, "reply")
					said := s.said(reply)
					v := s.sc.AnswerTo(0, said)
					require.Equal(t, rule.want, v.Result, "%s: %s\n(X is %s, old %s, another %s) why: %s", reply, said, s.value, s.old, s.third, v.Why)
				}
			})
		})
	}
}

// A value that held for a while replaced another: asked for it, what had been before is stale, and so is what came back, if it's the same.
func TestWhatHeldForAWhileHasAnOldValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label, back := invented(t, "label"), rapid.Bool().Draw(t, "the first one is back")
		value, old := "X"+invented(t, "value")+"is", "V"+invented(t, "old value")+"on"
		question := "To which " + label + " did I move it while the builders were there?"
		facts := []arena.Fact{
			{ID: "first", Turn: 1, Question: "Which " + label + " is it?", Text: "the " + label + " is " + old, About: about(label), Value: text(old)},
			{ID: "then", Turn: 2, Question: question, Text: "for a while the " + label + " is " + value, About: about(label), Value: text(value), Supersedes: "first"},
		}
		if back {
			facts = append(facts, arena.Fact{ID: "last", Turn: 3, Question: "Which " + label + " is it?", Text: "the " + label + " is " + old, About: about(label), Value: text(old), Supersedes: "then"})
		}
		sc, err := probes.NewScorer(&arena.Scenario{
			ID: "any", Facts: facts,
			Probes: []arena.Probe{{ID: "then", Fact: "then", Type: arena.Entity, Kind: arena.Historical, Question: question}},
		})
		require.NoError(t, err)
		said := strings.NewReplacer("{L}", label, "{X}", value, "{O}", old)
		for form, want := range map[string]probes.Result{
			"{X}.": probes.Kept, "While the builders were there it was {X}.": probes.Kept, "It was {X} then, and {O} before.": probes.Kept,
			"While they were in the {O}, you moved it to the {X}.": probes.Kept,
			"{O}.": probes.Stale, "While the builders were there it was {O}.": probes.Stale, "It isn't in my notes.": probes.Lost,
		} {
			v := sc.AnswerTo(0, said.Replace(form))
			require.Equal(t, want, v.Result, "%s: %s", said.Replace(form), v.Why)
		}
	})
}

// What counts or numbers something else is no other answer, and what holds now in a table is one.
func TestAnyCountAmongOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(20, 90).Draw(t, "guests")
		m := rapid.IntRange(2, 19).Draw(t, "tables")
		question := "How many guests have a seat, all tables taken together?"
		number := func(n int) arena.Pattern { return arena.Pattern{Number: &arena.NumberPattern{Value: strconv.Itoa(n)}} }
		sc, err := probes.NewScorer(&arena.Scenario{
			ID: "any",
			Facts: []arena.Fact{
				{ID: "old", Turn: 1, Question: "How many guests had a seat at first?", Text: fmt.Sprintf("%d guests have a seat", n+m), Value: number(n + m)},
				{ID: "new", Turn: 2, Question: question, Text: fmt.Sprintf("%d guests have a seat", n), Value: number(n), Supersedes: "old"},
			},
			Probes: []arena.Probe{{ID: "new", Fact: "new", Type: arena.Quantity, Kind: arena.Current, Question: question}},
		})
		require.NoError(t, err)
		said := strings.NewReplacer("{X}", strconv.Itoa(n), "{Y}", strconv.Itoa(m), "{O}", strconv.Itoa(n+m))
		for form, want := range map[string]probes.Result{
			"There are {X} guests across all {Y} tables.": probes.Kept, "{X} guests are seated in all, the last ones on day {Y}.": probes.Kept,
			"| | now | later |\n|---|---|---|\n| guests | {O} | {X} |": probes.Stale,
		} {
			v := sc.AnswerTo(0, said.Replace(form))
			require.Equal(t, want, v.Result, "%s: %s", said.Replace(form), v.Why)
		}
	})
}
