package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

// studio is a talk with facts of many kinds.
const studio = `user: Dr. Ana Ruiz leads Project Heron. Tom Baker reports to Ana Ruiz. Leo Sand, also known as Sandy, cleans.
assistant: Noted.
user: The kiln costs $4,100 and the wheel costs $900, so the gear comes to $5,000. The deposit is 20% of the gear, so $1,000.
assistant: Good.
user: Jana lives in Oslo. Her phone is 555-0182. The drying room is on floor 2 and seats 12. We decided to cancel the open day.
assistant: Fine.
user: Correction: the kiln costs $4,300. Jana moved, she's in Bergen now.
`

func formed(t *testing.T, instruction string) []string {
	req := request("You help.", instruction+"\n\n<transcript>\n"+studio+"</transcript>")
	return strings.Split(complete(t, req).Text, "\n")
}

func TestEachFactInTheFormThatSuitsIt(t *testing.T) {
	for name, c := range map[string]struct {
		instruction string
		want        []string
	}{
		"a graph": {
			"Write one line for each, in one of these forms and nothing else:\n\n* THING: name | property: value | property: value\n* NICKNAME: name | other name\n* ROOM: floor > room | property: value\n* IN: name | city\n* LINK: name -- kind of link -- name\n* DECIDED: name | what was decided\n* FIXED: name.property | new value | was: old value",
			[]string{
				"* THING: wheel | value: $900", "* THING: Jana | phone: 555-0182", "* NICKNAME: Leo Sand | Sandy", "* ROOM: floor 2 > drying room | seats: 12",
				"* LINK: Tom Baker -- reports to -- Ana Ruiz", "* LINK: Dr. Ana Ruiz -- leads -- Project Heron", "* DECIDED: open day | We decided to cancel the open day",
				"* FIXED: kiln.value | $4,300 | was: $4,100", "* FIXED: Jana.location | Bergen | was: Oslo",
			},
		},
		"small labels and arrows": {
			"Every line must follow this pattern:\n\nnode: name | attribute: value\nedge: name -> relation -> name\nfix: name | old value | new value",
			[]string{"node: wheel | value: $900", "edge: Tom Baker -> reports to -> Ana Ruiz", "fix: kiln | $4,100 | $4,300"},
		},
		"labels in brackets by kinds": {
			"Each line has one of the following formats:\n[WHERE] name @ place\n[MONEY] name = amount\n[CHANGE] name: old value => new value",
			[]string{"[MONEY] wheel = $900", "[CHANGE] kiln: $4,100 => $4,300", "[WHERE] drying room @ floor 2"},
		},
		"channels": {
			"Sort what is said. FIXED: names and identifiers. CHANGING: amounts. One line each, in one of these forms:\n- FIXED | what it is | exact value\n- CHANGING | what it is | value | was: old value | from: what it is worked out from",
			[]string{"- FIXED | Jana phone | 555-0182", "- CHANGING | wheel | $900", "- CHANGING | kiln | $4,300 | was: $4,100", "- CHANGING | gear | $5,000 | from: kiln, wheel"},
		},
		"corrections": {
			"List the corrections, in this form and with values copied exactly:\n\nwhat: old value -> new value\n\nIf nothing is changed, write: none",
			[]string{"kiln: $4,100 -> $4,300", "Jana: Oslo -> Bergen"},
		},
		"values with formulas": {
			"List the values. One line for each, in one of these forms. Names are in snake_case.\n\n- net_price = $8 (was $7)\n- gross_price = $9 <- net_price + tax\n- due_date = June 3 <- depends on permit",
			[]string{"- kiln = $4,300 (was $4,100)", "- wheel = $900", "- gear = $5,000 <- kiln + wheel", "- deposit = $1,000 <- 20 / 100 * gear", "- jana_phone = 555-0182"},
		},
		"a log in capitals": {
			"Write what is to be logged as a numbered list, one entry a line:\n1. SUBJECT: changed from OLD VALUE to NEW VALUE\n2. SUBJECT: DETAIL",
			[]string{"4. kiln: changed from $4,100 to $4,300", "5. wheel: The wheel costs $900"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := formed(t, c.instruction)
			for _, w := range c.want {
				require.Contains(t, got, w, strings.Join(got, "\n"))
			}
			mark, _, _ := strings.Cut(c.want[0], " ")
			for _, line := range got {
				if len(mark) == 1 {
					require.Equal(t, mark, line[:1], "nothing but the forms: %s", line)
				}
			}
		})
	}
}

func TestWhatFitsNoFormIsLeftOut(t *testing.T) {
	const forms = "Use one of these forms:\n- ALIAS: name | other name\n- GONE: name | old value | new value\nIf there is nothing, write NONE."
	got := complete(t, request("You help.", forms+"\n<transcript>\nuser: The kiln costs $4,100.\nassistant: ok\n</transcript>")).Text
	require.Equal(t, "NONE", got)
	require.Equal(t, []string{"- ALIAS: Leo Sand | Sandy", "- GONE: kiln | $4,100 | $4,300", "- GONE: Jana | Oslo | Bergen"}, formed(t, forms))
}

func TestWhatIsKnownIsNotListedAgain(t *testing.T) {
	got := complete(t, request("You help.", "List what the messages add, in this form:\n- THING: name | attribute: value\n- FIX: name | old value | new value\n<known>\n- THING: wheel | value: $900\n</known>\n<transcript>\nuser: The kiln costs $4,100.\nassistant: ok\nuser: The bench costs $70.\n</transcript>")).Text
	require.Equal(t, "- THING: kiln | value: $4,100\n- THING: bench | value: $70", got)
}

func TestListsOfDifferentThings(t *testing.T) {
	got := strings.Join(formed(t, `Give a JSON object with these lists, and put whatever was changed into the last:
{"things": [{"name": "", "aliases": [""], "attributes": [{"key": "", "value": ""}]}], "links": [{"from": "", "kind": "", "to": ""}], "changes": [{"name": "", "attribute": "", "value": "", "was": ""}]}`), "\n")
	for _, w := range []string{
		`{"name": "wheel", "aliases": [], "attributes": [{"key": "value", "value": "$900"}]}`, `"aliases": ["Sandy"]`,
		`{"from": "Tom Baker", "kind": "reports to", "to": "Ana Ruiz"}`, `{"name": "kiln", "attribute": "value", "value": "$4,300", "was": "$4,100"}`,
	} {
		require.Contains(t, got, w)
	}
}

func TestKindsAreRanked(t *testing.T) {
	got := formed(t, "Write the topic in a word, then rank these by how often they occur, one line each:\n\ntopic: the topic\n1. the first\n\nThe kinds:\n\nweather\namounts and prices\nphone numbers")
	require.Len(t, got, 4)
	require.Regexp(t, "^topic: [a-z]+", got[0])
	require.Equal(t, "1. amounts and prices", got[1])
	require.Equal(t, "3. weather", got[3])
}

func TestQuestionsAreAnsweredLineByLine(t *testing.T) {
	req := request("You help.", "The kiln costs $4,100. The door code is K-2210.", "Noted.", "Actually, the kiln costs $4,300.", "I see.",
		"Before we go on, answer each question in one line:\n\n<questions>\n1. Which is the most recently stated cost of the kiln: $4,100 (stated before) or $4,300 (stated last)?\n2. What is the door code?\n3. Who paints the fence?\n</questions>")
	for i := range req.Messages {
		if i > 0 && i%2 == 0 {
			req.Messages[i].Role = llm.Assistant
		}
	}
	got := strings.Split(complete(t, req).Text, "\n")
	require.Len(t, got, 3)
	require.Contains(t, got[0], "4,300")
	require.Contains(t, got[1], "K-2210")
	require.Regexp(t, "^3. I have no", got[2])
}

func TestFurtherTypesAreProposed(t *testing.T) {
	const ask = "<schema>\n{\"name\": \"amounts\", \"what\": \"counts and prices\"}\n{\"name\": \"phones\", \"what\": \"phone numbers and other identifiers\"}\n</schema>\n\nWhich further kinds of facts are there? Name two to three. Reply with JSON and nothing else:\n\n{\"types\": [{\"name\": \"seating\", \"what\": \"who sits where\", \"format\": \"guest: table\", \"priority\": \"high\"}]}"
	got := strings.Join(formed(t, ask), "\n")
	require.Regexp(t, `^\{"types": \[\{"name": "\w+", "what": "[^"]+", "format": "[^"]+", "priority": "(critical|high|medium)"\}`, got)
	require.Equal(t, 3, strings.Count(got, `"name"`))
	require.NotContains(t, got, `"amounts"`)
}

func TestOneTypeIsListed(t *testing.T) {
	got := formed(t, "Write the notes of this kind as a numbered list.\n\n<type>\n{\"name\": \"phones\", \"what\": \"phone numbers\"}\n</type>")
	require.Equal(t, []string{"1. Her phone is 555-0182."}, got)
}

// TestRenamingRenamesForms replaces names and identifiers: no draw changes.
func TestRenamingRenamesForms(t *testing.T) {
	rename := strings.NewReplacer("555-0182", "555-7741", "Tom Baker", "Hugo Lind")
	for seed := range int64(20) {
		req := request("You help.", "Use one of these forms:\n- THING: name | attribute: value\n- LINK: name -- kind -- name\n- FIX: name | old value | new value\n<transcript>\n"+studio+"</transcript>")
		req.Seed, req.Model = seed, model("nano?overlook_notes=0.5")
		renamed := request("You help.", rename.Replace(req.Messages[1].Text))
		renamed.Seed, renamed.Model = req.Seed, req.Model
		require.Equal(t, rename.Replace(complete(t, req).Text), complete(t, renamed).Text)
	}
}
