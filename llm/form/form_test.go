package form

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

var update = flag.Bool("update", false, "write the golden files anew")

type change struct {
	What  string   `json:"what" about:"the thing's name"`
	Value string   `json:"value" about:"its value now, copied exactly"`
	Was   string   `json:"was" about:"the value it replaces, empty for none" optional:"true"`
	From  []string `json:"from" about:"names of what the value is worked out from, empty for none"`
}

type changes struct {
	Changes []change `json:"changes" about:"every value that was changed"`
}

type facts struct {
	Facts []struct {
		Fact string `json:"fact" about:"one fact, a whole sentence" most:"300"`
	} `json:"facts"`
}

type graph struct {
	Entities []struct {
		Name      string `json:"name" about:"who or what"`
		Attribute string `json:"attribute" about:"what is told of it"`
		Value     string `json:"value" about:"copied exactly"`
	} `json:"entities"`
	Relations []struct {
		From string `json:"from" about:"a name"`
		Kind string `json:"kind" about:"how the two are connected"`
		To   string `json:"to" about:"another name"`
	} `json:"relations"`
}

type label struct {
	Kind string `json:"kind" about:"of conversation" enum:"travel,health,other"`
}

type ranking struct {
	Genre   string   `json:"genre" about:"in a few words"`
	Ranking []string `json:"ranking" about:"the likeliest first" enum:"dates,amounts,names"`
}

// readers read a reply to each form of the tests.
var readers = map[string]func(llm.Response) (any, Count){
	"changes": reader[changes](), "facts": reader[facts](), "graph": reader[graph](),
	"label": reader[label](), "ranking": reader[ranking](),
}

func reader[T any]() func(llm.Response) (any, Count) {
	f := New[T]("test")
	return func(r llm.Response) (any, Count) { return f.Read(r) }
}

// said is a count and an answer as the golden file has them.
func said(answer any, c Count) string {
	status := "unread"
	if c.Parsed {
		status = "parsed"
	} else if c.Empty {
		status = "empty"
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s, dropped %d: %s", status, c.Dropped, b.String())
}

// The replies of real models, and worse: each case of the file is a headline "== name (form)", the reply,
// and behind "-- " what is made of it.
func TestReplies(t *testing.T) {
	const file = "testdata/replies.txt"
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	cases := strings.Split(string(b), "\n== ")
	require.GreaterOrEqual(t, len(cases)-1, 60)
	out := []string{cases[0]}
	seen := map[string]bool{}
	for _, c := range cases[1:] {
		head, rest, _ := strings.Cut(c, "\n")
		name, form, ok := strings.Cut(strings.TrimSuffix(head, ")"), " (")
		require.True(t, ok && readers[form] != nil && !seen[name], head)
		seen[name] = true
		at := strings.LastIndex(rest, "\n-- ")
		require.GreaterOrEqual(t, at, 0, head)
		have := said(readers[form](llm.Response{Text: rest[:at], Stop: llm.StopEnd}))
		out = append(out, head+"\n"+rest[:at]+"\n-- "+have)
		if !*update {
			require.Equal(t, strings.TrimSpace(rest[at+4:]), strings.TrimSpace(have), name)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(out, "\n== ")), 0o644))
	}
}

func TestRefusalIsNeitherReadNorEmpty(t *testing.T) {
	f := New[facts]("facts")
	_, c := f.Read(llm.Response{Text: `{"facts": [{"fact": "It rains."}]}`, Stop: llm.StopRefusal})
	require.Equal(t, Count{}, c)
}

// A schema is closed and complete, as providers that enforce one want it, and what its own validator
// accepts is read.
func TestSchema(t *testing.T) {
	f := New[ranking]("ranking", Enum("ranking", "days", "sums"))
	require.JSONEq(t, `{"type": "object", "additionalProperties": false, "required": ["genre", "ranking"], "properties": {
		"genre": {"type": "string", "description": "in a few words"},
		"ranking": {"type": "array", "description": "the likeliest first", "items": {"type": "string", "enum": ["days", "sums"]}}}}`, f.Schema().JSON)
	require.Equal(t, New[graph]("graph").Schema(), New[graph]("graph").Schema())

	c := jsonschema.NewCompiler()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(New[changes]("changes").Schema().JSON))
	require.NoError(t, err)
	require.NoError(t, c.AddResource("changes.json", doc))
	s, err := c.Compile("changes.json")
	require.NoError(t, err)
	const reply = `{"changes":[{"what":"budget","value":"$8","was":"","from":["rent"]}]}`
	answer, err := jsonschema.UnmarshalJSON(strings.NewReader(reply))
	require.NoError(t, err)
	require.NoError(t, s.Validate(answer))
	read, count := New[changes]("changes").Read(llm.Response{Text: reply})
	require.Equal(t, Count{Parsed: true}, count)
	require.Equal(t, changes{[]change{{"budget", "$8", "", []string{"rent"}}}}, read)
}

func TestWhatCantBeAskedFor(t *testing.T) {
	require.Panics(t, func() { New[string]("text") })
	require.Panics(t, func() {
		New[struct {
			Share float64 `json:"share"`
		}]("share")
	})
	require.Panics(t, func() { New[struct{ Name string }]("untagged") })
}

// Whatever a model writes, reading it ends, gives the same twice, and keeps nothing of a wrong shape.
func FuzzRead(f *testing.F) {
	b, err := os.ReadFile("testdata/replies.txt")
	require.NoError(f, err)
	for _, c := range strings.Split(string(b), "\n== ")[1:] {
		_, rest, _ := strings.Cut(c, "\n")
		f.Add(rest)
	}
	form := New[changes]("changes")
	f.Fuzz(func(t *testing.T, reply string) {
		for name, read := range readers {
			require.Equal(t, said(read(llm.Response{Text: reply})), said(read(llm.Response{Text: reply})), name)
		}
		answer, count := form.Read(llm.Response{Text: reply})
		require.Equal(t, len(answer.Changes) > 0, count.Parsed)
		for _, c := range answer.Changes {
			require.NotEmpty(t, c.What)
			require.NotEmpty(t, c.Value)
			require.False(t, strings.HasSuffix(c.Value, "…"))
			require.NotContains(t, c.Value, "\n")
		}
	})
}
