package datasets

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// keeps reports whether a reply keeps what a probe asks for.
func keeps(t *testing.T, s *arena.Scenario, probe, reply string) bool {
	t.Helper()
	scorer, err := probes.NewScorer(s)
	require.NoError(t, err)
	for i, p := range s.Probes {
		if p.ID == probe {
			return scorer.AnswerTo(i, reply).Result == probes.Kept
		}
	}
	t.Fatalf("no probe %s", probe)
	return false
}

// What an answer is: a value (v), several values (+), or prose (p).
func TestRead(t *testing.T) {
	for answer, want := range map[string]string{
		"7 May 2023": "v date", "June 2023": "v date", "2022": "v quantity", "4 years": "v quantity", "Sweden": "v entity", "in the mountains": "v entity",
		"The Sunday before 25 May 2023": "v date", "two weekends before 17 July 2023": "v date",
		"pottery, camping and swimming": "+ entity", "salt & pepper": "+ entity", "25:50": "v entity", "adoption agencies.": "v entity",
		"7 days. 8 days (including the last day) is also acceptable.": "v quantity",
		"Yes": "p", "No, since he moved": "p", "Likely no": "p", "She felt proud": "p", "because of the rain": "p", "": "p", "?!": "p",
		"a very long answer that tells a whole story": "p", "one, two, three, four, five, six, seven": "p", "red, blue, green, white, black, pink, teal": "p",
	} {
		a, have := read(answer), "p"
		switch {
		case a.all != nil:
			have = "+ " + string(a.factType)
		case !a.prose():
			have = "v " + string(a.factType)
		}
		require.Equal(t, want, have, answer)
	}
}

func TestRelatively(t *testing.T) {
	for answer, want := range map[string][]string{
		"The Sunday before 25 May 2023":    {"2023-05-21"},
		"two days before 1 March 2024":     {"2024-02-28"},
		"2 weekends before 17 July 2023":   {"2023-07-08", "2023-07-09"},
		"the weekend before 15 July 2023":  {"2023-07-08", "2023-07-09"},
		"The week before 9 June 2023":      {"2023-05-29", "2023-05-30", "2023-05-31", "2023-06-01", "2023-06-02", "2023-06-03", "2023-06-04", "2023-06-05", "2023-06-06", "2023-06-07", "2023-06-08"},
		"some days before 1 March 2024":    nil,
		"the Sunday before the wedding":    nil,
		"The Sunday before 25 May":         nil,
		"the fortnight before 25 May 2023": nil,
	} {
		var have []string
		for _, p := range relatively(answer) {
			if p.Date != nil {
				text, err := p.Date.MarshalStrict()
				require.NoError(t, err)
				have = append(have, text.Value)
			}
		}
		require.Equal(t, want, have, answer)
	}
}

func TestErrata(t *testing.T) {
	data, err := os.ReadFile("testdata/locomo-errata.yaml")
	require.NoError(t, err)
	errata, err := ReadErrata("locomo-errata.yaml", data)
	require.NoError(t, err)
	out, ss := sample(t, "locomo", "locomo.json", errata)
	require.Equal(t, "locomo sha256:"+out.SHA256[:12]+" errata "+errata.SHA256[:12], ss[0].Dataset)
	require.Contains(t, lines(out.Read), `locomo.json:25: question "Where did Nadia join a pottery class?": the answer "Lisbon" corrected to "Porto": a made-up correction`)
	require.Contains(t, lines(out.Read), `locomo.json:38: question "And there?": the evidence corrected to [D1:3]: D is no id`)
	require.Contains(t, lines(out.Left), `locomo.json:32: question "Would Tom enjoy a zoo?", by the errata: an opinion`)
	require.False(t, keeps(t, ss[0], "single-hop-1", "In Lisbon."))
	require.True(t, keeps(t, ss[0], "single-hop-1", "In Porto."))
	p, _ := factOf(t, ss[0], "single-hop-14")
	require.Equal(t, arena.OnlyAnswer, p.Only)
	require.Empty(t, p.Published, "its answer stands")
	p, _ = factOf(t, ss[0], "single-hop-1")
	require.Equal(t, "Lisbon", p.Published)

	// The dataset's own answers judge as they would have, and the scenario stays as it is.
	own, corrected := AsPublished(ss[0])
	require.Equal(t, 1, corrected)
	require.True(t, keeps(t, own, "single-hop-1", "In Lisbon."))
	require.False(t, keeps(t, own, "single-hop-1", "In Porto."))
	require.True(t, keeps(t, ss[0], "single-hop-1", "In Porto."))
	require.Equal(t, ss[0].PlayHash(), own.PlayHash())

	read := func(text string) error {
		e, err := ReadErrata("e.yaml", []byte(text))
		if err != nil {
			return err
		}
		whole, err := os.ReadFile("testdata/locomo.json")
		require.NoError(t, err)
		_, err = Import("locomo", "l.json", whole, e)
		return err
	}
	head := "corrects: " + out.SHA256 + "\ncorrections:\n"
	for text, want := range map[string]string{
		"corrects: abc\ncorrections: [{conversation: a, leave_out: true, why: b}]":  `l.json: the errata correct another file (SHA-256 "abc", and this one's is ` + out.SHA256 + `)`,
		head + "- {conversation: conv-1, question: What?, leave_out: true, why: b}": `l.json: correction 1 is of 0 questions, and should be of one: "What?" of "conv-1"`,
		head + "- {conversation: conv-1, leave_out: true, why: b}":                  `is of 15 questions`,
		head + "- {conversation: conv-1, question: What?}":                          `e.yaml:3:3: corrections, item 1: field "why" is missing`,
		head + "- {conversation: conv-1, question: What?, why: b}":                  `say what is right: answer, evidence, or leave_out: true`,
	} {
		require.ErrorContains(t, read(text), want, text)
	}
}
