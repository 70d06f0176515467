package sim_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

// cafe is a talk about something nobody asks elsewhere.
const cafe = `user: The rent is $2,400 per month. Maria Ortiz is the landlady.
assistant: Noted.
user: We ordered 12 tables. The espresso machine has serial number LM-88213.
assistant: Good.
user: We decided on oat milk, not soy.
assistant: Fine.
user: Actually, the rent is $2,650 per month.
assistant: I see.
user: The opening is on 3 May. The chairs are in the basement.
user: 12 tables at $95 each, so the tables come to $1,140 in total.
`

func quoting(instruction string) llm.Request {
	return request("You help.", instruction+"\n\n<transcript>\n"+cafe+"</transcript>")
}

func TestStructuredLines(t *testing.T) {
	for instruction, want := range map[string][]string{
		"Extract knowledge triples as (subject, predicate, object), one per line.": {`(rent, is, $2,650 per month)`, `(Maria Ortiz, is, `},
		"Extract triples. Each line: subject | relation | object":                  {`rent | is | $2,650 per month`, `espresso machine | has | serial`},
		"List all corrections, one per line, as OLD -> NEW.":                       {`^\$2,400 -> \$2,650$`},
		"Identify every correction in the conversation.":                           {`rent: \$2,400 -> \$2,650`},
		"Which values depend on others? List the dependencies, one a line.":        {`12 \* 95`},
		"List all identifiers.":           {`LM-88213`},
		"Extract only the decisions.":     {`oat milk`},
		"Extract facts of type \"date\".": {`3 May`},
		"Propose a schema for the facts of this conversation: a list of types with descriptions, as name: description.": {`(?m)^amounts: `, `(?m)^identifiers: `},
		"Classify each statement as stable or plastic.":                                                                 {`serial number LM-88213.*: stable`, `2,650.*: plastic`},
		"Label every line with one of: identifier, amount, other. Format: `label | text`":                               {`identifier \| .*LM-88213`, `amount \| .*2,650`},
		"Classify the genre of this conversation. Reply with one of: medical, business, travel, other.":                 {`^business$`},
		"Which category fits best?\n- recipes: cooking and baking\n- premises: rent, tables, chairs and opening\n":      {`^premises$`},
		"Rate how dense the conversation is on a scale from 1 to 5. Answer with the number only.":                       {`^[1-5]$`},
		"How complex is it? Classify it as low, medium or high.":                                                        {`^(low|medium|high)$`},
	} {
		got := complete(t, quoting(instruction)).Text
		for _, w := range want {
			w = strings.NewReplacer("(rent", `\(rent`, "$2,650 per month)", `\$2,650 per month\)`, "(Maria", `\(Maria`, "is | $", `is \| \$`, "rent |", `rent \|`, "machine |", `machine \|`, "has |", `has \|`).Replace(w)
			require.Regexp(t, w, got, instruction)
		}
	}
}

func TestWhatSeveralFactsAreAboutIsAType(t *testing.T) {
	req := request("You help.", "Propose a schema for the facts below: types, one a line, as name: description.\n<transcript>\nuser: The boiler cost $900. The piano weighs 210 kg. The boiler is in room 4.\nassistant: ok\n</transcript>")
	require.Regexp(t, `(?m)^boiler: facts about boiler$`, complete(t, req).Text)
	require.NotContains(t, complete(t, req).Text, "piano")
}

func TestOneKindIsExtractedAlone(t *testing.T) {
	got := complete(t, quoting("List all identifiers.")).Text
	require.NotContains(t, got, "rent")
	got = complete(t, quoting("Extract only the dates. Return JSON.")).Text
	require.Contains(t, got, "3 May")
	require.NotContains(t, got, "LM-88213")
}

func TestNothingFoundIsSaid(t *testing.T) {
	req := request("You help.", "List all corrections.\n\n<transcript>\nuser: Hello there.\nassistant: Hi.\n</transcript>")
	require.Equal(t, "none", complete(t, req).Text)
}

// schemas are what programs may ask for; %s says what the reply must hold.
var schemas = map[string]struct{ instruction, schema, want string }{
	"triples":      {"Extract the knowledge graph.", `{"type":"object","properties":{"triples":{"type":"array","items":{"type":"object","properties":{"subject":{"type":"string"},"predicate":{"type":"string"},"object":{"type":"string"}},"required":["subject","predicate","object"],"additionalProperties":false}}},"required":["triples"],"additionalProperties":false}`, `{"subject": "rent", "predicate": "is", "object": "$2,650 per month"}`},
	"corrections":  {"What was corrected?", `{"type":"object","properties":{"corrections":{"type":"array","items":{"$ref":"#/$defs/c"}}},"required":["corrections"],"$defs":{"c":{"type":"object","properties":{"topic":{"type":"string"},"old_value":{"type":"string"},"new_value":{"type":"string"},"turn":{"type":["integer","null"]}},"required":["topic","old_value","new_value","turn"]}}}`, `{"topic": "rent", "old_value": "$2,400", "new_value": "$2,650", "turn": 4}`},
	"typed facts":  {"Extract the facts.", `{"type":"object","properties":{"facts":{"type":"array","items":{"type":"object","properties":{"statement":{"type":"string"},"type":{"enum":["identifier","amount","date","other"]},"confidence":{"type":"number","minimum":0,"maximum":1}},"required":["statement","type","confidence"]}}},"required":["facts"]}`, `"type": "identifier"`},
	"single facts": {"Fill in the form.", `{"type":"object","properties":{"monthly_rent":{"type":"number"},"landlady":{"type":["string","null"]},"opening_date":{"type":"string"},"insurance_number":{"type":["string","null"]}},"required":["monthly_rent","landlady","opening_date","insurance_number"]}`, `{"monthly_rent": 2650, "landlady": "Maria Ortiz", "opening_date": "3 May", "insurance_number": null}`},
	"people":       {"Who is involved?", `{"type":"object","properties":{"people":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"role":{"type":"string"}},"required":["name","role"]}}},"required":["people"]}`, `"name": "Maria Ortiz"`},
	"dependencies": {"Which values follow from others?", `{"type":"object","properties":{"dependencies":{"type":"array","items":{"type":"object","properties":{"value":{"type":"string"},"depends_on":{"type":"array","items":{"type":"string"}},"formula":{"type":["string","null"]}},"required":["value","depends_on","formula"]}}},"required":["dependencies"]}`, `12 * 95`},
	"a genre":      {"Classify this conversation.", `{"type":"object","properties":{"genre":{"type":"string","enum":["travel","business","story"]},"confidence":{"type":"number"}},"required":["genre","confidence"]}`, `{"genre": "business"`},
	"types":        {"Propose a schema of fact types.", `{"type":"object","properties":{"types":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string","pattern":"^[a-z_]+$"},"description":{"type":"string"},"examples":{"type":"array","items":{"type":"string"}}},"required":["name","description","examples"]}}},"required":["types"]}`, `"name": "identifiers"`},
	"old Object":   {"Extract.", `{"type":"object","properties":{"text":{"type":"array","items":{"type":"string"}}},"required":["text"]}`, "oat milk"},
}

func TestJSONBySchema(t *testing.T) {
	for name, c := range schemas {
		t.Run(name, func(t *testing.T) {
			req := quoting(c.instruction)
			req.Schema = &llm.Schema{Name: "reply", JSON: json.RawMessage(c.schema)}
			r := complete(t, req)
			require.Equal(t, llm.StopEnd, r.Stop)
			require.Contains(t, r.Text, c.want)
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(c.schema))
			require.NoError(t, err)
			compiler := jsonschema.NewCompiler()
			require.NoError(t, compiler.AddResource("s.json", doc))
			s, err := compiler.Compile("s.json")
			require.NoError(t, err)
			got, err := jsonschema.UnmarshalJSON(strings.NewReader(r.Text))
			require.NoError(t, err)
			require.NoError(t, s.Validate(got))
			req.MaxTokens = 2
			require.Equal(t, llm.StopLength, complete(t, req).Stop)
		})
	}
}

func TestJSONByExample(t *testing.T) {
	for instruction, want := range map[string]string{
		`List all corrections. Return JSON: [{"old": "...", "new": "..."}]`:                                                                   `[{"old": "$2,400", "new": "$2,650"}]`,
		"Extract triples as JSON in this format:\n```json\n{\"triples\": [{\"s\": \"...\", \"subject\": \"...\", \"object\": \"...\"}]}\n```": `"subject": "rent"`,
		`Return valid JSON with the corrections you find.`:                                                                                    `"new_value": "$2,650"`,
		`Classify the conversation as travel or business. Answer in JSON like {"genre": "travel|business", "confidence": 0.8}`:                `{"genre": "business", "confidence": `,
		`Extract all facts, one JSON object per line: {"fact": "...", "kind": "..."}`:                                                         "\"kind\": \"decision\"}\n",
	} {
		require.Contains(t, complete(t, quoting(instruction)).Text, want, instruction)
	}
	req := request("Extract triples from what the user sends. Output JSON {\"triples\": [{\"subject\": \"\", \"predicate\": \"\", \"object\": \"\"}]}", "The rent is $2,650. Ann lives in Oslo.")
	require.Equal(t, `{"triples": [{"subject": "rent", "predicate": "is", "object": "$2,650"}, {"subject": "Ann", "predicate": "lives in", "object": "Oslo"}]}`, complete(t, req).Text)
}

func TestAnyObjectHoldsFacts(t *testing.T) {
	req := quoting("Extract the facts as JSON.")
	req.Schema = &llm.Schema{Name: "reply", JSON: json.RawMessage(`{"type":"object"}`)}
	require.Contains(t, complete(t, req).Text, `{"facts": [{"fact": "`)
}

func TestASchemaIsRefined(t *testing.T) {
	got := complete(t, quoting("Refine the schema so that the gaps are covered. Write name: description, one type a line.\n\n<schema>\n- rents: what is paid every month\n- people: who they are\n</schema>\n\n<gaps>\nThe espresso machine has serial number LM-88213.\n</gaps>")).Text
	require.Regexp(t, `(?m)^rents: what is paid every month\npeople: who they are\nidentifiers: `, got)
	require.NotContains(t, got, "dates")
}

func TestJudging(t *testing.T) {
	for name, c := range map[string]struct{ ask, reference, answer, want string }{
		"another spelling":              {"Does the answer match the reference? Answer YES or NO.", "$1,500,000", "The budget is $1.5M.", "YES"},
		"another value":                 {"Does the answer match the reference? Answer YES or NO.", "$1,500,000", "The budget is $1.6M.", "NO"},
		"the old value":                 {"Does the answer match the reference? Answer YES or NO.", "40 guests", "30 guests, not 40 guests.", "NO"},
		"a dialogue":                    {"Judge the answer: CORRECT or INCORRECT.", "3 May 2027", "It is on May 3, 2027.", "CORRECT"},
		"hedging":                       {"Judge the answer: CORRECT or INCORRECT.", "40 guests", "40 guests or 30 guests.", "INCORRECT"},
		"a score":                       {"Grade the answer from 0 to 10.", "Ann Lee, 555-0147", "It's Ann Lee.", "5"},
		"a share":                       {"Grade the answer on a scale from 0 to 1. Return JSON {\"score\": 0.5, \"correct\": true}", "Ann Lee, 555-0147", "Ann Lee.", `{"score": 0.5, "correct": false}`},
		"words":                         {"Is the answer right? Reply with yes or no.", "They will repaint the kitchen walls", "The kitchen walls get repainted", "yes"},
		"plain words":                   {"Judge whether the answer agrees with the reference.", "blue", "The answer is $3.", "No: "},
		"it knows that it doesn't know": {"Judge the answer: pass or fail.", "It was not mentioned.", "I don't know, nobody said so.", "pass"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, form := range []string{"Reference answer: %r\nAnswer: %a\n\n", "<reference>%r</reference>\n<answer>%a</answer>\n"} {
				text := strings.NewReplacer("%r", c.reference, "%a", c.answer).Replace(form)
				got := complete(t, request("You judge.", c.ask+"\n\nQuestion: Which is it?\n"+text)).Text
				require.True(t, strings.HasPrefix(got, c.want), "%q, want %q", got, c.want)
			}
		})
	}
}

// TestPlainTasksStayPlain asks for notes and answers in words that structured tasks use too.
func TestPlainTasksStayPlain(t *testing.T) {
	for _, instruction := range []string{
		"Write notes of the conversation: names, decisions and corrections.", "List the facts, decisions and corrections as a numbered list.",
		"Summarise it in prose. Mark each change as old or new.", "Write the notes anew: keep the newer value and mark the old one as old.",
	} {
		require.Contains(t, complete(t, quoting(instruction)).Text, "LM-88213", instruction)
	}
	require.Contains(t, complete(t, request("You help.", "The rent is $2,400.", "Which changes were made to the rent, and what is the rent?")).Text, "2,400")
	require.NotContains(t, complete(t, request("You help.", "Please update the schema of the database, and list all tests.")).Text, "none")
}

func TestStructuredRepliesOverlook(t *testing.T) {
	req := quoting("List every identifier.")
	lost := 0
	for seed := range int64(40) {
		req.Seed, req.Model = seed, model("nano?overlook_notes=1")
		if !strings.Contains(complete(t, req).Text, "LM-88213") {
			lost++
		}
		req.Model = model("nano?attention=off")
		require.Contains(t, complete(t, req).Text, "LM-88213")
	}
	require.InDelta(t, 25, lost, 12)
}

// TestRenamingRenamesStructuredReplies replaces names and identifiers: no draw changes.
func TestRenamingRenamesStructuredReplies(t *testing.T) {
	rename := strings.NewReplacer("LM-88213", "QX-55512", "Maria Ortiz", "Gerda Blom")
	for _, instruction := range []string{
		"Extract triples (subject, predicate, object).", "List all corrections.", "Propose a schema of fact types, as name: description.",
		"Classify each statement as stable or plastic.", "List all identifiers. Return JSON.", `Return JSON {"people": [{"name": "...", "role": "..."}]}`,
	} {
		for seed := range int64(20) {
			req := quoting(instruction)
			req.Seed, req.Model = seed, model("nano?overlook_notes=0.5")
			renamed := request("You help.", rename.Replace(req.Messages[1].Text))
			renamed.Seed, renamed.Model = req.Seed, req.Model
			require.Equal(t, rename.Replace(complete(t, req).Text), complete(t, renamed).Text, instruction)
		}
	}
}

// TestAQuestionIsAnsweredWhateverTheSystemPromptLists has orders in the system prompt that are none for
// this message.
func TestAQuestionIsAnsweredWhateverTheSystemPromptLists(t *testing.T) {
	r := complete(t, request("You help. List all corrections that the user makes.\n\n<notes>\n- The rent is $2,400.\n</notes>", "What is the rent?"))
	require.Contains(t, r.Text, "2,400")
}

func FuzzStructured(f *testing.F) {
	for _, c := range schemas {
		f.Add(c.instruction, c.schema, cafe)
	}
	f.Add("Label each line as a or b: `x | y`", "", "Reference: 3\nAnswer: 4\n<schema>\n[1, {\"name\": 2}]\n</schema>")
	f.Add("One of these forms:\n- A: name | key: value\n- B: name -- link -- name\n- x_y = 3 (was 2)\n- x_y = 3 <- a_b + c\nRank.", "", cafe)
	f.Add("Write one line each:\n1. WHAT: from OLD to NEW\n2. WHAT: (", "", cafe)
	f.Add("List all codes.", "", "user: the codes exist.\xac")
	f.Add("Judge. Return JSON {\"score\": 1", "true", "Reference: \nAnswer: x")
	f.Fuzz(func(t *testing.T, instruction, schema, given string) {
		req := request(instruction, instruction+"\n\n<transcript>\n"+given+"</transcript>\n"+given)
		if schema != "" {
			req.Schema = &llm.Schema{Name: "s", JSON: json.RawMessage(schema)}
		}
		r := complete(t, req)
		require.Equal(t, r, complete(t, req))
		if schema != "" {
			require.True(t, json.Valid([]byte(r.Text)) || strings.Contains(r.Text, "}\n{"), r.Text)
		}
	})
}
