package sim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
)

func TestAnswers(t *testing.T) {
	for question, want := range map[string]string{
		"What is the budget?":                      "The budget is $600.",
		"What was the budget at first?":            "The budget is $500.",
		"Who leads the project?":                   "Anna Berg leads the project.",
		"Who is leading the project?":              "Anna Berg leads the project.",
		"What do budget and fee come to in total?": "The total is $640.",
		"What is the name of her dog?":             "I don't have that information.",
		"Thanks, that is all for now.":             "Noted, thank you.",
		"The fee is $40, as I said.":               "Noted, thank you.",
	} {
		require.Equal(t, want, asked(t, "exact", 1, told, question), question)
	}
	require.Equal(t, "I don't have that information.", asked(t, "exact", 1, told[:4], "What do budget and fee come to in total?"), "an operand is missing")
	require.Equal(t, "The budget is $500.", asked(t, "exact", 1, told[:4], "What is the budget?"), "nothing says that it was replaced")
}

// Of rival values the text decides: what the newest part says, what isn't marked as old, what stands last.
func TestRivals(t *testing.T) {
	for text, want := range map[string]string{
		"the budget is $600; the old budget $500":                    "The budget is $600.",
		"the budget is $600. No: the budget is $500":                 "The budget is $500.",
		"the budget was $500, the budget is $600":                    "The budget is $600.",
		"- Earlier: the budget is $600\n- the fee is $40":            "I don't have that information.",
		"the budget is $500\nthe budget is $600 (old)":               "The budget is $500.",
		"budget: $500 -> budget: $600":                               "The budget is $600.",
		"the budget is $500, the budget is $600, the budget is $500": "The budget is $500.",
	} {
		before := []llm.Message{{Role: llm.System, Text: "You help.\n\n<notes>\n" + text + "\n</notes>"}}
		require.Equal(t, want, asked(t, "exact", 1, before, "What is the budget?"), text)
	}
}

func TestNotes(t *testing.T) {
	transcript := "<transcript>\nuser: The budget is $500 and Anna Berg leads the whole thing.\nassistant: Good.\nuser: No, the budget is $600.\n</transcript>"
	require.Equal(t, "- Earlier: the budget is $500\n- Anna Berg leads the project.\n- The budget is $600.", asked(t, "exact", 1, nil, "Whatever.\n\n"+transcript))
	require.Equal(t, "## PEOPLE\n- Anna Berg leads the project.\n## AMOUNTS, COUNTS\n## CORRECTIONS\n- Earlier: the budget is $500\n- The budget is $600.",
		asked(t, "exact", 1, nil, transcript+"\n\n## PEOPLE\n## AMOUNTS, COUNTS\n## CORRECTIONS\n"))
	require.Equal(t, "none", asked(t, "exact", 1, nil, "Write notes.\n\n<transcript>\nuser: nothing much.\n</transcript>"))
	require.Equal(t, "- We met Carl at 5 pm.", asked(t, "exact", 1, nil, "Write notes.\n\n<transcript>\nuser: nothing much. We met Carl at 5 pm.\n</transcript>"), "what belongs to no fact is a fact of its own")
}

func TestForms(t *testing.T) {
	fill := func(schema string) string {
		r, err := sim.New(count, toy()).Complete(t.Context(), llm.Request{
			Model: model(t, "exact"), Messages: append(told[:len(told):len(told)], llm.Message{Role: llm.User, Text: "Fill this in."}), Schema: &llm.Schema{Name: "form", JSON: schema},
		})
		require.NoError(t, err)
		require.True(t, json.Valid([]byte(r.Text)), r.Text)
		return r.Text
	}
	object := func(properties string) string {
		var names []string
		for part := range strings.SplitSeq(properties, "§") {
			name, _, _ := strings.Cut(part, ":")
			names = append(names, name)
		}
		return `{"type":"object","additionalProperties":false,"required":[` + strings.Join(names, ",") + `],"properties":{` + strings.ReplaceAll(properties, "§", ",") + `}}`
	}
	text, list := `{"type":"string"}`, func(of string) string { return `{"type":"array","items":` + of + `}` }
	require.JSONEq(t, `{"facts":["Earlier: the budget is $500","Anna Berg leads the project.","The phone number is 555-0101.","The fee is $40.","The budget is $600."]}`, fill(object(`"facts":`+list(text))))
	require.JSONEq(t, `{"changes":[{"what":"budget","value":"$600","was":"$500"}]}`, fill(object(`"changes":`+list(object(`"what":`+text+`§"value":`+text+`§"was":`+text)))))
	require.JSONEq(t, `{"identifiers":[{"what":"phone","value":"555-0101"}],"amounts":[{"what":"fee","value":"$40"}],"people":[{"what":"lead","value":"Anna Berg"}],"changes":[{"what":"budget","value":"$600","was":"$500"}]}`,
		fill(object(`"identifiers":`+list(object(`"what":`+text+`§"value":`+text))+`§"amounts":`+list(object(`"what":`+text+`§"value":`+text))+`§"people":`+list(object(`"what":`+text+`§"value":`+text))+`§"changes":`+list(object(`"what":`+text+`§"value":`+text+`§"was":`+text)))))
	require.JSONEq(t, `{"budget":"x"}`, strings.ReplaceAll(fill(`{"type":"object","properties":{"budget":{"enum":["x"]}}}`), " ", ""), "without a word on what is required")
	for schema, says := range map[string]string{
		`{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}`: `"next" is of type ""`,
		`{"type":"object","properties":{"passes":{"type":"integer"}}}`:             `"passes" is of type "integer"`,
		`{"type":"array","prefixItems":[{"type":"string"}]}`:                       `"" is of type "array"`,
		`[1]`: "cannot unmarshal",
	} {
		_, err := sim.New(count, toy()).Complete(t.Context(), llm.Request{Model: model(t, "exact"), Messages: told, Schema: &llm.Schema{Name: "form", JSON: schema}})
		require.ErrorContains(t, err, says)
		require.ErrorContains(t, err, "schema form")
	}
}

func TestPrograms(t *testing.T) {
	text := asked(t, "exact", 1, nil, "Write a JavaScript function.\n<knowledge>\n- The budget is $500.\n</knowledge>\n<transcript>\nuser: the budget is now $600.\n</transcript>")
	require.Contains(t, text, `"The budget is $600."`)
	require.Contains(t, text, "const outdated = [\n    \"The budget is $500.\",\n  ]")
}

// Each mechanism does something, and nothing once it is off.
func TestMechanismsHaveSwitches(t *testing.T) {
	transcript := []string{"Notes.\n<transcript>\nuser: " + told[1].Text + "\nuser: " + told[3].Text + "\nuser: " + told[5].Text + "\n</transcript>"}
	long := strings.Repeat("Nothing happened today. ", 200)
	for _, c := range []struct {
		name, set string
		before    []llm.Message
		text      string
	}{
		{"attention", "overlook=1", append([]llm.Message{{Role: llm.User, Text: long}}, told...), "How much is the fee?"},
		{"keeping", "keep_amounts=0&keep_identifiers=0&keep_changes=0&keep_rest=0", nil, transcript[0]},
		{"brevity", "brief=1", nil, transcript[0]},
		{"carrying", "carry=0", nil, "Notes.\n<knowledge>\n- The fee is $40.\n</knowledge>"},
		{"staleness", "stale=1", told, "What is the budget?"},
		{"rivalry", "rival=1", told, "How much is the fee of the budget?"},
		{"arithmetic", "miscalculate=1", told, "What do budget and fee come to in total?"},
		{"abstention", "abstain=1", told, "How much is the fee?"},
	} {
		others := ""
		for _, m := range sim.Mechanisms() {
			if m.Name != c.name {
				others += "&" + m.Name + "=off"
			}
		}
		want := asked(t, "exact", 1, c.before, c.text)
		require.Equal(t, want, asked(t, "nano?"+c.set+"&"+c.name+"=off"+others, 1, c.before, c.text), "%s off", c.name)
		if c.name != "rivalry" { // nothing is near enough in this world: lab/world has the test
			require.NotEqual(t, want, asked(t, "nano?"+c.set+others, 1, c.before, c.text), c.name)
		}
	}
	require.Len(t, sim.Mechanisms(), 10)
	numbers := 0
	for _, m := range sim.Mechanisms() {
		numbers += len(m.Parameters)
	}
	require.LessOrEqual(t, numbers, 12)
}

// Read again, in another form, the same messages lose other facts; without rereading the same, and half of them with half of it.
func TestRereading(t *testing.T) {
	plain := "Notes.\n<transcript>\nuser: the fee is $40.\nuser: Anna Berg leads.\n</transcript>"
	form := "Notes.\n\n## People\n\n## Numbers\n\n<transcript>\nuser: the fee is $40.\nuser: Anna Berg leads.\n</transcript>"
	differing := func(options string) (n int) {
		for seed := range int64(200) {
			const only = "nano?attention=off&brevity=off&keep_amounts=0.5&keep_rest=0.5&keeping=20&"
			first, again := asked(t, only+options, seed, nil, plain), asked(t, only+options, seed, nil, form)
			for _, value := range []string{"40", "Berg"} {
				if strings.Contains(first, value) != strings.Contains(again, value) {
					n++
				}
			}
		}
		return n
	}
	all := differing("rereading=1")
	require.Greater(t, all, 100)
	require.Zero(t, differing("rereading=off"))
	require.InDelta(t, float64(all)/2, differing("rereading=0.5"), float64(all)/5)
}

func TestCap(t *testing.T) {
	req := llm.Request{Model: model(t, "nano"), MaxTokens: 3, Messages: []llm.Message{{Role: llm.User, Text: "Notes.\n<transcript>\nuser: the fee is $40.\nuser: Anna Berg leads.\n</transcript>"}}}
	r, err := sim.New(count, toy()).Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, llm.StopLength, r.Stop)
	require.LessOrEqual(t, count(r.Text), 3)
	req.Model = model(t, "nano?cap=off")
	r, err = sim.New(count, toy()).Complete(t.Context(), req)
	require.NoError(t, err)
	require.Equal(t, llm.StopEnd, r.Stop)
}

// The same request always gets the same reply, in whatever order requests come, and another seed another.
func TestSameRequestSameReply(t *testing.T) {
	c := sim.New(count, toy())
	first := map[int64]string{}
	for round := range 2 {
		for seed := range int64(40) {
			if round == 1 {
				seed = 39 - seed
			}
			r, err := c.Complete(t.Context(), llm.Request{Model: model(t, "nano?keep_amounts=0.5&keeping=10"), Seed: seed, Messages: []llm.Message{{Role: llm.User, Text: "Notes.\n<transcript>\nuser: the fee is $40.\n</transcript>"}}})
			require.NoError(t, err)
			if round == 0 {
				first[seed] = r.Text
			}
			require.Equal(t, first[seed], r.Text)
		}
	}
	kept := 0
	for _, text := range first {
		if strings.Contains(text, "40") {
			kept++
		}
	}
	require.Greater(t, kept, 5)
	require.Less(t, kept, 39)
}

// Renaming a value renames the reply and changes no draw.
func TestRenamingAValueRenamesTheReply(t *testing.T) {
	renamed := strings.NewReplacer("Anna Berg", "Otto Kahn")
	other := toy()
	find := other.Find
	other.Find = func(text string) []sim.Sighting {
		return find(strings.NewReplacer("Otto Kahn", "Anna Berg").Replace(text))
	}
	for i := range other.Facts {
		other.Facts[i].Text = renamed.Replace(other.Facts[i].Text)
	}
	for seed := range int64(50) {
		for _, text := range []string{"Who leads the project?", "Please list everything you know of this."} {
			req := llm.Request{Model: model(t, "nano?abstain=0.3&keep_rest=0.5&overlook=0.9"), Seed: seed, Messages: append(told[:len(told):len(told)], llm.Message{Role: llm.User, Text: text})}
			a, err := sim.New(count, toy()).Complete(t.Context(), req)
			require.NoError(t, err)
			m, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano", Options: "abstain=0.3&keep_rest=0.5&overlook=0.9"})
			require.NoError(t, err)
			req.Model = m.In(other.Hash())
			for i := range req.Messages {
				req.Messages[i].Text = renamed.Replace(req.Messages[i].Text)
			}
			b, err := sim.New(count, other).Complete(t.Context(), req)
			require.NoError(t, err)
			require.Equal(t, renamed.Replace(a.Text), b.Text)
		}
	}
}

func TestMistakes(t *testing.T) {
	c := sim.New(count, toy())
	complete := func(m llm.Model, ms ...llm.Message) error {
		_, err := c.Complete(t.Context(), llm.Request{Model: m, Messages: ms})
		return err
	}
	hello := llm.Message{Role: llm.User, Text: "Hello"}
	require.ErrorContains(t, complete(model(t, "nano")), "at least one message")
	require.ErrorContains(t, complete(llm.Model{Provider: "sim", Name: "giant"}, hello), `unknown model "sim:giant" (known: sim:nano, sim:mini, sim:standard, sim:exact)`)
	require.ErrorContains(t, complete(llm.Model{Provider: "sim", Name: "nano", Options: "atention=off"}, hello), "atention: no such option (did you mean attention?)")
	require.ErrorContains(t, complete(llm.Model{Provider: "sim", Name: "nano", Options: "carry=2"}, hello), "carry=2: want a number from 0 to 1")
	require.ErrorContains(t, complete(llm.Model{Provider: "sim", Name: "nano", Options: "world=abc"}, hello), "world abc, which this client wasn't given")
	require.NoError(t, complete(model(t, "nano"), llm.Message{Role: llm.System, Text: "Only this."}))
	require.NoError(t, complete(model(t, "nano"), llm.Message{Role: llm.User}))
	require.NoError(t, complete(model(t, "nano"), llm.Message{Role: llm.User, Text: strings.Repeat("word ", 40_000)}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.Complete(ctx, llm.Request{Model: model(t, "nano"), Messages: []llm.Message{hello}})
	require.ErrorIs(t, err, context.Canceled)
}

func TestResolveIsStable(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.SampledFrom(append(sim.Names(), sim.Exact)).Draw(r, "name")
		options := ""
		for i, m := range sim.Mechanisms() {
			if rapid.Bool().Draw(r, fmt.Sprint(i)) {
				options += "&" + m.Name + "=" + rapid.SampledFrom([]string{"off", "1"}).Draw(r, m.Name)
			}
		}
		m, err := sim.Resolve(llm.Model{Provider: "sim", Name: name, Options: strings.TrimPrefix(options, "&")})
		require.NoError(r, err)
		again, err := sim.Resolve(m)
		require.NoError(r, err)
		require.Equal(r, m, again)
		back, err := providers.Parse(m.String())
		require.NoError(r, err)
		back, err = sim.Resolve(back)
		require.NoError(r, err)
		require.Equal(r, m, back)
	})
}

// A stronger model has no weaker number than one before it.
func TestModelsAreOrdered(t *testing.T) {
	for _, m := range sim.Mechanisms() {
		for _, p := range m.Parameters {
			more := strings.HasPrefix(p.Name, "keep") || p.Name == "carry"
			for i, name := range sim.Names()[1:] {
				weaker, stronger := p.Of(sim.Names()[i]), p.Of(name)
				if more {
					weaker, stronger = stronger, weaker
				}
				require.GreaterOrEqual(t, weaker, stronger, "%s of %s", p.Name, name)
			}
		}
	}
}

func FuzzRequest(f *testing.F) {
	f.Add("<a>\nuser: the fee is $40\n</a> ## X", "Who leads?", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}`)
	f.Add("</a><a><", ":\n\nuser:", `{"$ref":"#"}`)
	f.Add("1. \n- \n# \nuser", "?", "")
	f.Fuzz(func(t *testing.T, before, ask, schema string) {
		req := llm.Request{Model: model(t, "nano"), MaxTokens: 50, Messages: []llm.Message{{Role: llm.System, Text: before}, {Role: llm.User, Text: before}, {Role: llm.User, Text: ask}}}
		if schema != "" {
			req.Schema = &llm.Schema{Name: "form", JSON: schema}
		}
		r, err := sim.New(count, toy()).Complete(t.Context(), req)
		if err == nil && req.Schema != nil && r.Stop != llm.StopLength && !json.Valid([]byte(r.Text)) {
			t.Fatalf("no JSON: %s", r.Text)
		}
	})
}

// What a tool returns is read for facts like what anybody says, in the conversation and in a transcript.
func TestToolResultsAreRead(t *testing.T) {
	looked := []llm.Message{
		{Role: llm.System, Text: "You help."},
		{Role: llm.User, Text: "Look the fee up."},
		{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "call_1", Name: "look", Arguments: "{}"}}},
		{Role: llm.Tool, ToolCallID: "call_1", Text: "the fee is $40.\n(1 row)"},
		{Role: llm.Assistant, Text: "Good."},
	}
	require.Contains(t, asked(t, "exact", 1, looked, "How much is the fee?"), "$40")
	require.NotContains(t, asked(t, "exact", 1, looked[:2], "How much is the fee?"), "$40")
	require.Contains(t, asked(t, "exact", 1, nil, "Notes.\n<transcript>\nuser: Look the fee up.\ntool: the fee is $40.\n</transcript>"), "$40")
}

// TestExamples asks as others' systems do, whose prompts show the JSON that they want.
func TestExamples(t *testing.T) {
	const talk = "user: The budget is $500.\nassistant: Fine.\nuser: No, the budget is $600. Anna Berg leads it."
	additive := "Extract memories.\n\n[{\"role\": \"user\", \"content\": \"a message that is longer than any of the replies that are shown\"}]\n\n" +
		`Output: {"memory": [{"id": "0", "text": "She has a dog", "attributed_to": "user"}, {"id": "1", "text": "A plan", "attributed_to": "assistant", "linked_memory_ids": ["7c"], "sure": true}]}` + "\nor: {\"memory\": []}"
	complete := func(schema string, messages ...llm.Message) string {
		req := llm.Request{Model: model(t, "exact"), Messages: messages}
		if schema != "" {
			req.Schema = &llm.Schema{Name: "reply", JSON: schema}
		}
		r, err := sim.New(count, toy()).Complete(t.Context(), req)
		require.NoError(t, err)
		return r.Text
	}
	const object = `{"type":"object"}`
	system, user := llm.Message{Role: llm.System, Text: additive}, func(text string) llm.Message { return llm.Message{Role: llm.User, Text: text} }
	require.JSONEq(t, `{"memory":[
		{"id":"0","text":"The budget is $600.","attributed_to":"user","linked_memory_ids":[],"sure":true},
		{"id":"1","text":"Anna Berg leads the project.","attributed_to":"user","linked_memory_ids":[],"sure":true}]}`,
		complete(object, system, user("## New Messages\n"+talk+"\n\n# Output:")))
	require.JSONEq(t, `{"facts":["Earlier: the budget is $500","The budget is $600.","Anna Berg leads the project."]}`,
		complete("", user("CONVERSATION SEGMENT:\n"+talk+"\n\nRespond in the following JSON format:\n{\n  \"facts\": [\"fact1\", \"fact2\", ...]\n}")), "a list that breaks off")
	require.JSONEq(t, `{"memory":[{"event":"ADD","text":"Anna Berg leads the project."},{"event":"UPDATE","text":"The budget is $600."}]}`,
		complete(object, user("As in {\"memory\": [{\"text\": \"x y\", \"event\": \"ADD\"}, {\"text\": \"z\", \"event\": \"UPDATE\"}]}\n\nuser: Anna Berg leads it. The budget is $600.")), "words by themselves are choices")
	require.JSONEq(t, `{"summary":"- The budget is $600."}`, complete("", user("Reply in JSON: {\"summary\": \"...\"}\n\nuser: The budget is $600.")), "no list")
	for name, text := range map[string]string{
		"no word of JSON":     "Write notes like {\"facts\": [\"a\"]}.\n\nuser: The budget is $600.",
		"nothing to go by":    "Write JSON, as in {...}.\n\nuser: The budget is $600.",
		"the example is said": "Write notes as text.\n\nuser: The budget is $600. I saw JSON: {\"facts\": [\"a\"]}",
	} {
		require.Contains(t, complete("", user(text)), "- The budget is $600.", name)
	}
	require.Equal(t, "{}", complete(object, user("Anything.\n\nuser: The budget is $600.")))
}
