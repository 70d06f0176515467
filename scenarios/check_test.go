package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/strictyaml"
)

// Each case breaks one place of the party and expects exactly these faults.
func TestCheck(t *testing.T) {
	original := strings.Replace(party, "suite: own", "suite: original", 1)
	for _, tc := range []struct {
		name, text, old, new string
		want                 []string
	}{
		{"id", party, "id: party", "id: My Party", []string{`1:5: id: want kebab-case such as budget-raised, have "My Party"`}},
		{"file name", party, "id: party", "id: feast", []string{"1:5: id: the file is named party.yaml; want feast.yaml, or the id party"}},
		{"fact id", party, "id: guests-school", "id: Guests", []string{
			`50:9: id: want kebab-case such as budget-raised, have "Guests"`,
			`62:33: derived_from: unknown fact "guests-school"`,
		}},
		{"fact id twice", party, "id: guests-work", "id: budget", []string{
			`36:9: id: fact "budget" is there already (line 30)`,
			`62:20: derived_from: unknown fact "guests-work"`,
		}},
		{"probe id twice", party, "id: first-budget, ", "id: guests, ", []string{`66:10: id: probe "guests" is there already (line 65); give this one an id of its own`}},
		{"probe id twice by its fact", party, "id: first-budget, fact: budget,", "fact: guests,", []string{`66:5: id: probe "guests" is there already (line 65); give this one an id of its own`}},
		{"time goes backwards", party, "at: 2026-11-03 10:00", "at: 2026-11-01", []string{"19:9: at: turn 3 is said before the turn above (2026-11-02 09:20)"}},
		{"final before the last turn", party, "at: 2026-11-03 11:00", "at: 2026-11-03 09:59", []string{"23:7: at: the final task comes before the last turn (2026-11-03 10:00)"}},
		{"session goes backwards", party, "at: 2026-11-03 10:00", "at: 2026-11-03 10:00\n    session: 1", []string{"20:14: session: 1 comes after session 2"}},
		{"ref to a later turn", party, "refs: [1]", "refs: [1, 2, 3, 0]", []string{
			"13:15: refs: turn 2 can refer to turns before it only, have 2",
			"13:18: refs: turn 2 can refer to turns before it only, have 3",
			"13:21: refs: turn 2 can refer to turns before it only, have 0",
		}},
		{"arguments", party, "arguments: {who: work, limit: 10, open: true, tags: [a, ~]}", "arguments: work", []string{"16:20: arguments: want fields, such as {customer: Mia}"}},
		{"pass too high", party, "pass: 1", "pass: 3", []string{"25:9: pass: want 1 to 2, the number of rubric items, have 3"}},
		{"pass too low", party, "pass: 1", "pass: 0", []string{"25:9: pass: want at least 1, have 0"}},
		{"turn out of range", party, "turn: 2", "turn: 4", []string{"37:11: turn: want 1 to 3, have 4", "57:11: turn: want 4, the turn of its last operand, have 3"}},
		{"supersedes an unknown fact", party, "supersedes: budget", "supersedes: bugdet", []string{`49:17: supersedes: unknown fact "bugdet" (did you mean budget?)`}},
		{"supersedes itself", party, "supersedes: budget", "supersedes: budget-raised", []string{
			"49:17: supersedes: budget-raised supersedes itself through budget-raised",
			"64:51: kind: fact budget-raised is superseded by budget-raised; ask for budget-raised or make the probe historical",
		}},
		{"supersedes a later fact", party, "    value: {number: 8}\n", "    value: {number: 8}\n    supersedes: guests-school\n", []string{"42:17: supersedes: guests-school is stated at turn 3, after turn 2"}},
		{"supersedes in a circle", party, "    derived_from: [guests-work, guests-school]", "    derived_from: [guests-work, guests-school]\n    supersedes: twelve\n  - {id: twelve, turn: 3, text: t, question: q, value: {number: 12}, derived_from: [guests-school], supersedes: guests}", []string{
			"63:17: supersedes: guests supersedes itself through twelve",
			"64:113: supersedes: twelve supersedes itself through guests",
			"67:42: kind: fact guests is superseded by twelve; ask for twelve or make the probe historical",
		}},
		{"absent with a fact", party, "fact: guests, type: quantity, kind: derived,", "id: who, fact: guests, type: quantity, kind: absent, question: \"How many?\",", []string{
			"65:21: fact: an absent probe asks for what the conversation never says; leave out the fact, or make the probe current",
		}},
		{"absent and confined", party, "fact: guests, type: quantity, kind: derived,", "id: who, only: judge, type: quantity, kind: absent, question: \"How many?\",", []string{
			"65:21: only: an absent probe has no value, and is judged by its answer anyway",
		}},
		{"absent without an id", party, "fact: guests, type: quantity, kind: derived,", "type: quantity, kind: absent, question: \"How many?\",", []string{
			`65:5: probes, item 2: field "id" is missing (an absent probe has no fact to be named by)`,
		}},
		{"absent with an old value", party, "fact: budget, type: quantity, kind: historical,", "type: quantity, kind: absent, question: \"How many?\",", []string{
			"66:84: stale: an absent probe has no value, and so no old one",
		}},
		{"absent with the original's patterns", party, "fact: budget-raised, type: correction, kind: current,", "id: who, type: correction, kind: absent, question: \"How many?\",", []string{
			"64:78: legacy: an absent probe has no value that the original's patterns could find",
		}},
		{"no fact", party, "fact: guests, type: quantity, kind: derived,", "id: who, type: quantity, kind: derived,", []string{
			`65:5: probes, item 2: field "fact" is missing (only a probe of kind absent has none)`,
		}},
		{"derived from an unknown fact", party, "guests-school]", "guest-school]", []string{`62:33: derived_from: unknown fact "guest-school" (did you mean guests-school?)`}},
		{"derived from itself", party, "guests-school]", "guests]", []string{"62:19: derived_from: guests follows from itself"}},
		{"derived too early", party, "  - id: guests\n    turn: 3", "  - id: guests\n    turn: 2", []string{"57:11: turn: want 3, the turn of its last operand, have 2"}},
		{"asks for an unknown fact", party, "fact: guests,", "fact: gests,", []string{`65:12: fact: unknown fact "gests" (did you mean guests?)`}},
		{"not said at its turn", party, "budget of $500", "budget of $600", []string{"35:12: value: fact budget isn't recognised in what the user says at turn 1: the value isn't there"}},
		{"said, but not as its value", party, "about: budget\n    value: {number: 500", "about: Zoe\n    value: {number: 500", []string{`35:12: value: fact budget isn't recognised in what the user says at turn 1: the value is, "$500", but not within 12 tokens of what it is about`}},
		{"said too far away", party, "within: 4\n", "within: 4\n  - {id: far, turn: 1, text: t, question: q, about: budget, value: {text: Frank}, within: 2}\n", []string{`43:68: value: fact far isn't recognised in what the user says at turn 1: the value is, "Frank", but not within 2 tokens of what it is about`}},
		{"not in the tool's result", party, "id: guests-work\n    turn: 2", "id: guests-work\n    turn: 2\n    in: tool", []string{"42:12: value: fact guests-work isn't recognised in the result of any tool at turn 2: the value isn't there"}},
		{
			"in the tool's result, but too far away", strings.Replace(party, "result: one page", "result: guests from work on the first page 8", 1),
			"id: guests-work\n    turn: 2", "id: guests-work\n    turn: 2\n    in: tool",
			[]string{`42:12: value: fact guests-work isn't recognised in the result of any tool at turn 2: the value is, "8", but not within 4 tokens of what it is about`},
		},
		{"stated by a tool that isn't called", party, "turn: 1\n", "turn: 1\n    in: tool\n", []string{"32:9: in: fact budget is stated by a tool, but none is called at turn 1: give the turn tools, or leave out in"}},
		{"stated by nobody", party, "  - id: guests\n    turn: 3", "  - id: guests\n    turn: 3\n    in: tool", []string{"58:9: in: fact guests is derived (it has derived_from), so nobody states it: leave out in"}},
		{"stated by the system", party, "turn: 1\n", "turn: 1\n    in: system\n", []string{`32:9: in: want user, assistant or tool, have "system"`}},
		{"stated by a reply that doesn't", party, "turn: 1\n", "turn: 1\n    in: assistant\n", []string{"36:12: value: fact budget isn't recognised in the scripted reply at turn 1: the value isn't there"}},
		{"derived probe of a stated fact", party, "kind: current", "kind: derived", []string{
			"64:51: kind: fact budget-raised is stated, not derived: it has no derived_from",
		}},
		{"current probe of a derived fact", party, "kind: derived", "kind: current", []string{"65:42: kind: fact guests is derived (it has derived_from): want derived"}},
		{"current probe of an old value", party, "kind: historical", "kind: current", []string{"66:60: kind: fact budget is superseded by budget-raised; ask for budget-raised or make the probe historical"}},
		{"empty question", party, "question: How many come?", "question: \" \"", []string{"59:15: question: must not be empty"}},
		{"no question", party, "    question: How many come?\n", "", []string{`56:5: facts, item 5: field "question" is missing`}},
		{"question of a probe with a fact", party, "kind: derived,", "kind: derived, question: How many in all?,", []string{
			"65:61: question: a fact is asked for by its own question: write it as the question of fact guests (facts[].question) and leave it out here",
		}},
		{"absent without a question", party, "fact: guests, type: quantity, kind: derived,", "id: who, type: quantity, kind: absent,", []string{
			`65:5: probes, item 2: field "question" is missing (an absent probe has no fact to be asked by)`,
		}},
		{"absent with an empty question", party, "fact: guests, type: quantity, kind: derived,", "id: who, type: quantity, kind: absent, question: '  ',", []string{
			"65:55: question: must not be empty",
		}},
		{"legacy and extended", party, "extended: true", "extended: true, legacy: [\"12\"]", []string{"65:75: legacy: an extended probe has none of the original's patterns (leave out extended or legacy)"}},
		{"empty legacy pattern", party, `legacy: ["700"]`, `legacy: ["700", ""]`, []string{"64:76: legacy: an empty pattern is found everywhere"}},
		{"original without legacy", original, "", "", []string{"66:5: probe first-budget: want legacy patterns, or extended: true if it isn't one of the original's"}},
		{"no list of legacy patterns", original, `stale: {number: 700}`, `legacy: "500"`, []string{`66:80: legacy: want a list, have "500" (write ["500"])`}},
		{"unknown field of a turn", party, "session: 2", "sesion: 2", []string{`11:5: unknown field "sesion" (did you mean session? known: at, session, user, refs, tools, assistant)`}},
		{"unknown type", party, "type: correction", "type: phone", []string{`64:33: type: want entity, phone/id, relationship, quantity, date, decision, correction or spatial, have "phone"`}},
		{"broken value", party, "about: budget\n    value: {number: 500", "about: budget\n    value: {number: many", []string{`35:12: number.value: `}},
		{"broken label", party, "about: budget\n    value: {number: 500", "about: {regex: \"(\"}\n    value: {number: 500", []string{`34:12: regex: `}},
		{"broken rubric", party, "match: school", "match: {date: 2026-02-30}", []string{`28:36: date: want a day such as 2027-03-15, or 03-08 in any year, have "2026-02-30"`}},
		{"broken stale pattern", party, "stale: {number: 700}", "stale: {nmber: 700}", []string{`66:80: want a pattern: text, or one of text, number, date, time, identifier, regex, near, section, any, all, none, have "nmber" (did you mean number?)`}},
		{"field twice", party, "suite: own\n", "suite: own\nname: Again\n", []string{`4:1: field "name" is given twice (first on line 2)`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			require.Contains(t, tc.text, tc.old)
			_, err := Parse("party.yaml", []byte(strings.Replace(tc.text, tc.old, tc.new, 1)))
			var faults strictyaml.Faults
			require.ErrorAs(t, err, &faults)
			require.Len(t, faults, len(tc.want), "%v", faults)
			for i, want := range tc.want {
				if strings.HasSuffix(want, ": ") {
					require.Contains(t, faults[i].Error(), "party.yaml:"+want)
					continue
				}
				require.Equal(t, "party.yaml:"+want, faults[i].Error())
			}
		})
	}
}

// One fault doesn't hide another: mistakes of every kind are reported together, by place.
func TestAllFaultsAtOnce(t *testing.T) {
	text := party
	for _, edit := range [][2]string{
		{"name: Party\n", "nam: Party\n"},
		{"at: 2026-11-03 10:00", "at: 2026-11-01"},
		{"refs: [1]", "refs: [9]"},
		{"pass: 1", "pass: one"},
		{"supersedes: budget", "supersedes: bugdet"},
		{"kind: derived", "kind: current"},
		{"description: A party is planned.\n", "suite: own\n"},
	} {
		require.Contains(t, text, edit[0])
		text = strings.Replace(text, edit[0], edit[1], 1)
	}
	_, err := Parse("party.yaml", []byte(text))
	var faults strictyaml.Faults
	require.ErrorAs(t, err, &faults)
	require.Len(t, faults, 8, "%v", faults)
	require.Equal(t, faults.Sorted(), faults)
}

func TestBadInput(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i <= 12; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	for name, tc := range map[string]struct{ text, want string }{
		"empty":           {"", "party.yaml:1:1: the file is empty"},
		"text":            {"hello", `party.yaml:1:1: want fields (id, name, suite, variant_of, change, dataset, description, system, turns, final, facts, probes), have "hello"`},
		"tabs":            {strings.Replace(party, "    user:", "\tuser:", 1), "party.yaml:8:1: a tab indents this line: YAML wants spaces"},
		"two documents":   {party + "---\n" + party, "party.yaml:67:1: a second document begins here: a file holds one (remove the ---)"},
		"alias bomb":      {bomb, "document contains excessive aliasing"},
		"not UTF-8":       {strings.Replace(party, "Party", "Part\xff", 1), "party.yaml:2:11: invalid leading UTF-8 octet (value: 255): save the file as plain UTF-8"},
		"syntax":          {strings.Replace(party, "refs: [1]", "refs: [1", 1), "party.yaml:14:10: while parsing a flow sequence: did not find expected ',' or ']' (it begins on line 13)"},
		"a bare document": {"---\n", "party.yaml:2:1: want fields"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Parse("party.yaml", []byte(tc.text))
			require.Nil(t, s)
			require.ErrorContains(t, err, tc.want)
		})
	}
}
