package datasets

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/scenarios"
)

// sample imports a file of testdata; what comes of it is written and read again, as by who plays it.
func sample(t *testing.T, dataset, file string, errata *Errata) (Imported, []*arena.Scenario) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	out, err := Import(dataset, file, data, errata)
	require.NoError(t, err)
	var again []*arena.Scenario
	for _, s := range out.Scenarios {
		again = append(again, reread(t, s))
	}
	return out, again
}

func reread(t *testing.T, s *arena.Scenario) *arena.Scenario {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, scenarios.Write(&b, s))
	again, err := scenarios.Parse(s.ID+".yaml", b.Bytes())
	require.NoError(t, err, b.String())
	return again
}

func lines(rs []Remark) (out []string) {
	for _, r := range rs {
		out = append(out, r.String())
	}
	return out
}

// factOf is the fact that a probe asks for.
func factOf(t *testing.T, s *arena.Scenario, probe string) (arena.Probe, arena.Fact) {
	t.Helper()
	for _, p := range s.Probes {
		for _, f := range s.Facts {
			if p.ID == probe && f.ID == p.Fact {
				return p, f
			}
		}
	}
	t.Fatalf("no probe %s of a fact", probe)
	return arena.Probe{}, arena.Fact{}
}

func TestLoCoMo(t *testing.T) {
	out, ss := sample(t, "locomo", "locomo.json", nil)
	require.Len(t, ss, 1)
	s := ss[0]
	require.Equal(t, "locomo-conv-1", s.ID)
	require.Equal(t, "locomo", s.Suite)
	require.Equal(t, "locomo sha256:"+out.SHA256[:12], s.Dataset)
	require.Contains(t, s.System, "The user's messages are those of Nadia, and yours those of Tom.")
	require.Empty(t, s.Final.Question)

	require.Equal(t, []string{
		`locomo.json:18: message "D2:3": the speaker is neither "Nadia" nor "Tom"`,
		`locomo.json:21: session_3: want a date such as 1:56 pm on 8 May, 2023 in session_3_date_time, have "yesterday"`,
		`locomo.json:34: question "Which newspaper does Tom read?" has no evidence, so that nobody knows when its answer was said`,
		`locomo.json:35: question "What did Tom say on the phone?": its evidence "D3:1" is no message of the conversation that has words`,
		`locomo.json:36: question "What is wrong here?" has no answer that is a text`,
		`locomo.json:37: question "And here?" has no answer that is a text`,
		`locomo.json:38: question "And there?": its evidence "D" is no message of the conversation that has words`,
		`locomo.json:39: question "Of which kind?": unknown category "7"`,
		`locomo.json:44: no conversation of LoCoMo: it lacks sample_id, conversation or qa`,
	}, lines(out.Left))
	require.Equal(t, []string{
		`locomo.json:29: evidence "D1:4; D2:2" is read as 2 ids`,
		`locomo.json:30: the answer to "How many miles did Tom run for the shelter?" is the number 12, read as its digits`,
	}, lines(out.Read))

	// Sessions, dates and speakers are kept, and what one says in a row is one message.
	require.Equal(t, []arena.Exchange{
		{
			At: s.Turns[0].At, Session: 1, User: "[session 1, 8 May 2023, 13:56]\nNadia: Hi Tom! I joined a pottery class in Lisbon yesterday.",
			Assistant: "Tom: Lovely! I have two cats now, Pip and Nutmeg. [image: a photo of two cats on a sofa]\nTom: And I started a job at Harbor Press.",
		},
		{At: s.Turns[0].At, Session: 1, User: "Nadia: That suits you. What do you do when you are sad?", Assistant: noReply},
		{At: s.Turns[2].At, Session: 2, User: "[session 2, 1 June 2023, 09:05]\n" + otherBegins, Assistant: "Tom: I ran 12 miles last weekend, for the shelter."},
		{At: s.Turns[2].At, Session: 2, User: "Nadia: Great. I paint when I am sad, and I swim.", Assistant: noReply},
	}, s.Turns)
	require.Equal(t, "2023-05-08 13:56", s.Turns[0].At.Format("2006-01-02 15:04"))

	// A value in its evidence is a fact like any other, whoever says it.
	p, f := factOf(t, s, "single-hop-1")
	require.Equal(t, arena.Probe{ID: "single-hop-1", Fact: "single-hop-1", Type: arena.Spatial, Kind: arena.Current, Question: "Where did Nadia join a pottery class?", Extended: true}, p)
	require.Equal(t, "Lisbon", f.Value.Text)
	_, f = factOf(t, s, "single-hop-3")
	require.Equal(t, []any{arena.Turn(1), llm.Assistant}, []any{f.Turn, f.In})
	p, f = factOf(t, s, "single-hop-6")
	require.Equal(t, []any{arena.Quantity, "", "12"}, []any{p.Type, p.Only, f.Value.Text})

	// Several values follow from each.
	p, f = factOf(t, s, "multi-hop-4")
	require.Equal(t, []any{arena.Current, 2}, []any{p.Kind, len(f.Value.All)}, "one message says both")
	p, f = factOf(t, s, "multi-hop-16")
	require.Equal(t, []any{arena.Derived, ""}, []any{p.Kind, p.Only})
	require.Equal(t, []string{"multi-hop-16-part-1", "multi-hop-16-part-2"}, f.DerivedFrom)

	// What the talk has in other words counts in the answer alone, and a day may be told by another.
	p, f = factOf(t, s, "temporal-2")
	require.Equal(t, []any{arena.OnlyAnswer, arena.Derived, arena.Date}, []any{p.Only, p.Kind, p.Type})
	require.Equal(t, []string{"said-d1-1"}, f.DerivedFrom)
	for reply, kept := range map[string]bool{"On May 7th.": true, "The day before 8 May 2023.": true, "8 May 2023": false} {
		require.Equal(t, kept, keeps(t, s, "temporal-2", reply), reply)
	}
	for reply, kept := range map[string]bool{"The weekend before 1 June 2023.": true, "May 27": true, "28 May 2023": true, "May 29": false, "On June 1.": false} {
		require.Equal(t, kept, keeps(t, s, "temporal-7", reply), reply)
	}

	// Prose is for a judge, and what nobody said has no fact.
	for _, id := range []string{"multi-hop-5", "open-domain-8"} {
		p, f = factOf(t, s, id)
		require.Equal(t, arena.OnlyJudge, p.Only)
		require.NotEmpty(t, f.DerivedFrom)
	}
	at := s.Probes[slices.IndexFunc(s.Probes, func(p arena.Probe) bool { return p.Kind == arena.Absent })]
	require.Equal(t, []any{"adversarial-9", arena.Absent, ""}, []any{at.ID, at.Kind, at.Fact})
}

// The rest of a file is read where a part of it is broken.
func TestBroken(t *testing.T) {
	whole, err := os.ReadFile("testdata/locomo.json")
	require.NoError(t, err)
	good := string(whole[:bytes.LastIndex(whole, []byte(",\n  {\"question_id"))])
	for name, tc := range map[string]struct{ text, want string }{
		"cut":           {good + `, {"sample_id": "conv-2", "qa": [`, "x:43: can't be read from here on, as it was cut off or is no JSON: unexpected EOF"},
		"cut at a list": {good, "x:43: can't be read from here on, as it was cut off or is no JSON: EOF"},
		"no JSON":       {good + `, {"sample_id": conv-2}]`, "x:43: can't be read from here on, as it was cut off or is no JSON: invalid character 'c' looking for beginning of value"},
		"twice":         {good + `,` + strings.TrimSpace(good)[1:] + `]`, "x:44: locomo-conv-1 stands there already (line 2)"},
	} {
		out, err := Import("locomo", "x", []byte(tc.text), nil)
		require.NoError(t, err, name)
		require.Len(t, out.Scenarios, 1, name)
		require.Contains(t, lines(out.Left), tc.want, name)
	}
	for text, want := range map[string]string{
		"":         `x:1: the file: want a list, have ""`,
		`{"a": 1}`: `x:1: the file: want a list, have "{\"a\": 1}"`,
		"[1]":      "x:1: no conversation of LoCoMo: it lacks sample_id, conversation or qa",
		`[{"sample_id":"a","conversation":{},"qa":7}]`: `x:1: qa: want a list, have "7"`,
	} {
		out, err := Import("locomo", "x", []byte(text), nil)
		require.NoError(t, err)
		require.Empty(t, out.Scenarios)
		require.Contains(t, lines(out.Left), want, text)
	}
}
