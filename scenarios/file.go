package scenarios

import (
	"encoding/json"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
)

// file is a scenario as it stands in a file. docs/scenarios.md says what the fields mean.
type file struct {
	ID          string  `yaml:"id" need:"true"`
	Name        string  `yaml:"name" need:"true"`
	Suite       string  `yaml:"suite" need:"true"`
	VariantOf   string  `yaml:"variant_of"`
	Change      string  `yaml:"change"`
	Description string  `yaml:"description"`
	System      string  `yaml:"system" need:"true"`
	Turns       []turn  `yaml:"turns" need:"true"`
	Final       final   `yaml:"final" need:"true"`
	Facts       []fact  `yaml:"facts" need:"true"`
	Probes      []probe `yaml:"probes" need:"true"`
}

type turn struct {
	At        time.Time `yaml:"at" need:"true"`
	Session   int       `yaml:"session" min:"1"`
	User      string    `yaml:"user" need:"true"`
	Refs      []int     `yaml:"refs"`
	Tools     []tool    `yaml:"tools"`
	Assistant string    `yaml:"assistant" need:"true"`
}

type tool struct {
	Call      string    `yaml:"call" need:"true"`
	Arguments yaml.Node `yaml:"arguments"`
	Result    string    `yaml:"result"`
}

type final struct {
	At       time.Time `yaml:"at" need:"true"`
	Question string    `yaml:"question" need:"true"`
	Pass     int       `yaml:"pass" need:"true" min:"1"`
	Rubric   []item    `yaml:"rubric" need:"true"`
}

type item struct {
	Item  string  `yaml:"item" need:"true"`
	Match pattern `yaml:"match" need:"true"`
}

type fact struct {
	ID          string   `yaml:"id" need:"true"`
	Turn        int      `yaml:"turn" need:"true" min:"1"`
	Text        string   `yaml:"text" need:"true"`
	Question    string   `yaml:"question" need:"true"`
	About       *pattern `yaml:"about"`
	Value       pattern  `yaml:"value" need:"true"`
	Within      int      `yaml:"within" default:"12" min:"1" max:"1000"`
	Supersedes  string   `yaml:"supersedes"`
	DerivedFrom []string `yaml:"derived_from"`
}

type probe struct {
	ID       string   `yaml:"id"`
	Fact     string   `yaml:"fact"`
	Type     string   `yaml:"type" need:"true" oneof:"entity phone/id relationship quantity date decision correction spatial"`
	Kind     string   `yaml:"kind" need:"true" oneof:"current historical derived absent"`
	Question string   `yaml:"question"` // of absent probes only
	Extended bool     `yaml:"extended"`
	Legacy   []string `yaml:"legacy"`
	Stale    *pattern `yaml:"stale"`
}

// id is the probe's id: its fact's unless it has one of its own. An absent probe has no fact.
func (p probe) id() string {
	if p.ID != "" || arena.Kind(p.Kind) == arena.Absent {
		return p.ID
	}
	return p.Fact
}

// arena is a fact as the rest of the program knows it.
func (f fact) arena() arena.Fact {
	return arena.Fact{
		ID: f.ID, Turn: arena.Turn(f.Turn), Text: f.Text, Question: said(f.Question), About: f.About.arena(), Value: f.Value.Pattern,
		Within: f.Within, Supersedes: f.Supersedes, DerivedFrom: f.DerivedFrom,
	}
}

// scenario is a file as the rest of the program knows it.
func (f *file) scenario() *arena.Scenario {
	s := &arena.Scenario{
		ID: f.ID, Name: f.Name, Suite: f.Suite, VariantOf: f.VariantOf, Change: f.Change, Description: said(f.Description), System: said(f.System),
		Final: arena.Final{At: f.Final.At, Question: said(f.Final.Question), Pass: f.Final.Pass},
	}
	session := 1
	for _, t := range f.Turns {
		if t.Session > 0 {
			session = t.Session
		}
		ex := arena.Exchange{At: t.At, Session: session, User: said(t.User), Assistant: said(t.Assistant)}
		for _, r := range t.Refs {
			ex.Refs = append(ex.Refs, arena.Turn(r))
		}
		for _, use := range t.Tools {
			ex.Tools = append(ex.Tools, arena.ToolUse{Name: use.Call, Arguments: jsonText(&use.Arguments), Result: use.Result})
		}
		s.Turns = append(s.Turns, ex)
	}
	for _, c := range f.Final.Rubric {
		s.Final.Rubric = append(s.Final.Rubric, arena.Check{Item: c.Item, Match: c.Match.Pattern})
	}
	asks := map[string]string{} // by fact; of equal ids the first counts
	for _, x := range f.Facts {
		fact := x.arena()
		s.Facts = append(s.Facts, fact)
		if _, twice := asks[x.ID]; !twice {
			asks[x.ID] = fact.Question
		}
	}
	for _, p := range f.Probes {
		question := said(p.Question)
		if asked, ok := asks[p.Fact]; ok {
			question = asked
		}
		s.Probes = append(s.Probes, arena.Probe{
			ID: p.id(), Fact: p.Fact, Type: arena.FactType(p.Type), Kind: arena.Kind(p.Kind),
			Question: question, Extended: p.Extended, Legacy: p.Legacy, Stale: p.Stale.arena(),
		})
	}
	return s
}

// said is a text as it is said: without the line break with which YAML ends a block.
func said(text string) string { return strings.TrimSpace(text) }

// jsonText is a YAML value as compact JSON, fields in the order in which they stand. Nothing at
// all is {}. A number keeps its spelling where JSON allows it; it is text otherwise, like a date.
func jsonText(n *yaml.Node) string {
	var parts []string
	switch n.Kind {
	case 0:
		return "{}"
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			parts = append(parts, jsonString(n.Content[i].Value)+":"+jsonText(n.Content[i+1]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case yaml.SequenceNode:
		for _, item := range n.Content {
			parts = append(parts, jsonText(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	switch {
	case n.Tag == "!!null":
		return "null"
	case n.Tag == "!!bool":
		return strings.ToLower(n.Value)
	case (n.Tag == "!!int" || n.Tag == "!!float") && json.Valid([]byte(n.Value)):
		return n.Value
	}
	return jsonString(n.Value)
}

// jsonString is text as a JSON string, < and > as they are.
func jsonString(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // text always encodes
		panic("scenarios: encoding a text: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
