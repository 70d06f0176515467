package strictyaml

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"
)

type settings struct {
	Depth   int      `yaml:"depth" default:"1" min:"1" max:"3" help:"passes per cycle"`
	Ask     int      `yaml:"ask" default:"5" oneof:"1 5"`
	Mode    string   `yaml:"mode" default:"prose" oneof:"prose list"`
	Share   float64  `yaml:"share" default:"0.5" min:"0"`
	On      bool     `yaml:"on" default:"true"`
	Note    string   `yaml:"note"`
	Layers  []string `yaml:"layers" default:"[a, b]"`
	Count   int8     `yaml:"count"`
	NoTag   int      `default:"4"`
	private int
}

func TestDefaults(t *testing.T) {
	s := settings{Depth: 3, private: 2}
	Defaults(&s)
	require.Equal(t, settings{
		Depth: 1, Ask: 5, Mode: "prose", Share: 0.5, On: true, Layers: []string{"a", "b"},
		NoTag: 4, private: 2,
	}, s)

	var nested struct {
		Inner struct {
			N int `default:"2"`
		}
	}
	Defaults(&nested)
	require.Equal(t, 2, nested.Inner.N)

	require.PanicsWithValue(t, "strictyaml: strictyaml.settings: want a pointer to a struct", func() { Defaults(settings{}) })
	require.PanicsWithValue(t, "strictyaml: default n: want a whole number, have x", func() {
		Default[struct {
			N int `default:"x"`
		}]()
	})
	require.PanicsWithValue(t, "strictyaml: default m: want at most 8, have 9", func() {
		Default[struct {
			M int `default:"9" max:"8"`
		}]()
	})
	require.PanicsWithValue(t, `strictyaml: default w: want a or b, have "z"`, func() {
		Default[struct {
			W string `default:"z" oneof:"a b"`
		}]()
	})
}

func TestFields(t *testing.T) {
	fs := Fields(&settings{})
	require.Equal(t, fs, Fields(settings{}))
	require.Len(t, fs, 8)
	require.Equal(t, Field{Name: "depth", Type: "a whole number", Default: "1", Help: "passes per cycle", Min: "1", Max: "3"}, fs[0])
	require.Equal(t, Field{Name: "ask", Type: "a whole number", Default: "5", Allowed: []string{"1", "5"}}, fs[1])
	require.Equal(t, Field{Name: "mode", Type: "text", Default: "prose", Allowed: []string{"prose", "list"}}, fs[2])
	require.Equal(t, "a whole number", fs[7].Type)
	require.Empty(t, Fields(&struct{}{}))
}

func TestChanged(t *testing.T) {
	var s settings
	Defaults(&s)
	require.Empty(t, Changed(&s))
	s = settings{
		Depth: 2, Ask: 5, Mode: "list", Share: 1e6, Note: "true", Layers: []string{"a"}, Count: 7, NoTag: 9,
	}
	require.Equal(t, []struct{ Name, Value string }{
		{"depth", "2"},
		{"mode", "list"},
		{"share", "1e+06"},
		{"on", "false"},
		{"note", `"true"`},
		{"layers", "[a]"},
		{"count", "7"},
	}, Changed(&s))
	require.Panics(t, func() { Changed(3) })
}

// Decoding the text of the changed settings over the defaults gives the settings again.
func TestChangedRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want, got settings
		Defaults(&want)
		Defaults(&got)
		want.Depth = rapid.IntRange(1, 3).Draw(t, "depth")
		want.Mode = rapid.SampledFrom([]string{"prose", "list"}).Draw(t, "mode")
		want.Share = rapid.Float64Range(0, 1e300).Draw(t, "share")
		want.On = rapid.Bool().Draw(t, "on")
		want.Note = rapid.StringMatching(`[a-z~0-9.:#'"\[{ -]{0,8}`).Draw(t, "note")
		want.Count = rapid.Int8().Draw(t, "count")
		n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for _, c := range Changed(&want) {
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: c.Name}, plain(c.Value))
		}
		require.Empty(t, DecodeNode("", n, &got))
		require.Equal(t, want, got)
	})
}

func TestNearest(t *testing.T) {
	names := []string{"rlm", "window", "summarize", "full_context", "none", "depth"}
	for word, want := range map[string]string{
		"rml": "rlm", "RLM": "rlm", "dept": "depth", "sumarise": "summarize", "fullcontext": "full_context",
		"rlm": "rlm", "xyz": "", "": "", "x": "", "windows": "window", "nnoe": "none", "ulm": "rlm",
	} {
		require.Equal(t, want, Nearest(word, names), word)
	}
	require.Equal(t, "", Nearest("a", nil))
	require.Equal(t, "bat", Nearest("cat", []string{"hat", "bat", "rat"}), "a tie goes to the first in the alphabet")
	require.Equal(t, "id", Nearest("ids", []string{"idea", "id"}))
}

// The distance is a metric's symmetric part, and one edit is at most 1 away.
func TestDistance(t *testing.T) {
	require.Equal(t, 1, distance([]rune("abcd"), []rune("abdc")))
	require.Equal(t, 3, distance([]rune("kitten"), []rune("sitting")))
	rapid.Check(t, func(t *rapid.T) {
		a := []rune(rapid.StringMatching(`[abc]{0,8}`).Draw(t, "a"))
		b := []rune(rapid.StringMatching(`[abc]{0,8}`).Draw(t, "b"))
		n := distance(a, b)
		require.Equal(t, n, distance(b, a))
		require.Equal(t, string(a) == string(b), n == 0)
		require.LessOrEqual(t, n, max(len(a), len(b)))
		require.GreaterOrEqual(t, n, max(len(a)-len(b), len(b)-len(a)))
	})
}
