package strictyaml

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

// shape decodes itself from "4x3".
type shape struct{ Wide, High string }

func (s *shape) UnmarshalStrict(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		var parts struct {
			Wide string `need:"true"`
			High string `need:"true"`
		}
		if faults := DecodeNode("", n, &parts); len(faults) > 0 {
			return faults
		}
		*s = shape(parts)
		return nil
	}
	var ok bool
	if s.Wide, s.High, ok = strings.Cut(n.Value, "x"); !ok {
		return errors.New("want a shape such as 4x3")
	}
	if s.High == "?" {
		return Fault{Text: "how high?"}
	}
	return nil
}

type base struct {
	Name string `yaml:"name" need:"true"`
}

type all struct {
	base    `yaml:",inline"`
	Yes     bool
	N       int     `min:"1" max:"3"`
	Small   int8    `yaml:"small"`
	Count   int     `yaml:"count" min:"0"`
	F       float64 `yaml:"f" max:"0.5"`
	Mode    string  `oneof:"live scripted"`
	Level   int     `oneof:"1 5"`
	At      time.Time
	Words   []string `need:"true"`
	Nums    []int    `min:"0"`
	Map     map[string]int
	Sub     *sub
	Subs    []sub
	Raw     yaml.Node
	Shape   shape
	Shapes  map[string]shape
	MaxSize int
	Skipped int `yaml:"-"`
}

type sub struct {
	A string `yaml:"a" default:"first"`
	B int    `yaml:"b" default:"7"`
}

func decode(t *testing.T, text string) (all, Faults) {
	t.Helper()
	d, err := Parse("f.yaml", []byte(text))
	require.NoError(t, err)
	var into all
	return into, d.Decode(&into)
}

func TestDecode(t *testing.T) {
	d, err := Parse("f.yaml", []byte(`
name: 1.10
yes: true
n: 3
small: -128
count: 9223372036854775807
f: -1e3
mode: live
level: 5
at: 2026-11-02 09:15
words: [a, 010, 2027-03-15, "true"]
nums: [0, 0x10, 1_000]
map: {a: 1, b: 2}
sub: {b: 0}
subs: [{a: x}, {}]
raw: {x: [1]}
shape: 4x3
shapes: {s: {wide: 1, high: 2}}
max_size: +4
`))
	require.NoError(t, err)
	var got all
	require.Empty(t, d.Decode(&got))
	require.Equal(t, 16, got.Raw.Line)
	require.Equal(t, yaml.MappingNode, got.Raw.Kind)
	got.Raw = yaml.Node{}
	require.Equal(t, all{
		base: base{"1.10"}, Yes: true, N: 3, Small: -128, Count: 9223372036854775807, F: -1000, Mode: "live", Level: 5,
		At: time.Date(2026, 11, 2, 9, 15, 0, 0, time.UTC), Words: []string{"a", "010", "2027-03-15", "true"},
		Nums: []int{0, 16, 1000}, Map: map[string]int{"a": 1, "b": 2}, Sub: &sub{"first", 0},
		Subs: []sub{{"x", 7}, {"first", 7}}, Shape: shape{"4", "3"}, Shapes: map[string]shape{"s": {"1", "2"}}, MaxSize: 4,
	}, got)
}

func TestTimes(t *testing.T) {
	day := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2026-11-02":                  day,
		"2026-11-02 09:15":            day.Add(9*time.Hour + 15*time.Minute),
		`"2026-11-02 09:15"`:          day.Add(9*time.Hour + 15*time.Minute),
		"2026-11-02T09:15:30+02:00":   day.Add(7*time.Hour + 15*time.Minute + 30*time.Second),
		"2026-11-02T00:00:00Z":        day,
		"2026-11-02 # with a comment": day,
	} {
		t.Run(text, func(t *testing.T) {
			d, err := Parse("f.yaml", []byte("at: "+text+"\n"))
			require.NoError(t, err)
			var got struct{ At time.Time }
			require.Empty(t, d.Decode(&got))
			require.Equal(t, want, got.At)
		})
	}
}

func TestDecodeFaults(t *testing.T) {
	const known = "known: name, yes, n, small, count, f, mode, level, at, words, nums, map, sub, subs, raw, shape, shapes, max_size"
	for _, tc := range []struct{ name, text, want string }{
		{"unknown with a neighbour", "shap: 1", `f.yaml:3:1: unknown field "shap" (did you mean shape? ` + known + ")"},
		{"unknown without", "zzzzzz: 1", `f.yaml:3:1: unknown field "zzzzzz" (` + known + ")"},
		{"a field that isn't read", "skipped: 1", `f.yaml:3:1: unknown field "skipped" (` + known + ")"},
		{"merge keys aren't known", "<<: {yes: true}", `f.yaml:3:1: unknown field "<<" (` + known + ")"},
		{"word for a number", "n: three", `f.yaml:3:4: n: want a whole number, have "three"`},
		{"quoted number", `n: "3"`, `f.yaml:3:4: n: want a whole number, have "3"`},
		{"fraction for a whole number", "n: 1.5", "f.yaml:3:4: n: want a whole number, have 1.5"},
		{"whole fraction", "n: 2.0", "f.yaml:3:4: n: want a whole number, have 2.0"},
		{"leading zero", "n: 03", "f.yaml:3:4: n: want a whole number, have 03 (leave out the leading zeros)"},
		{"too large for its bits", "small: 128", "f.yaml:3:8: small: want a whole number, have 128"},
		{"negative count", "count: -1", "f.yaml:3:8: count: want at least 0, have -1"},
		{"beyond 64 bits", "n: 18446744073709551615", "f.yaml:3:4: n: want a whole number, have 18446744073709551615"},
		{"below min", "n: -3", "f.yaml:3:4: n: want 1 to 3, have -3"},
		{"above max", "n: 4", "f.yaml:3:4: n: want 1 to 3, have 4"},
		{"above the only limit", "f: 0.51", "f.yaml:3:4: f: want at most 0.5, have 0.51"},
		{"item below min", "nums: [1, -1]", "f.yaml:3:11: nums, item 2: want at least 0, have -1"},
		{"infinite", "f: .inf", "f.yaml:3:4: f: want a number, have .inf"},
		{"not a number", "f: .nan", "f.yaml:3:4: f: want a number, have .nan"},
		{"not one of", "mode: lve", `f.yaml:3:7: mode: want live or scripted, have "lve" (did you mean live?)`},
		{"no number of", "level: 2", "f.yaml:3:8: level: want 1 or 5, have 2"},
		{"yes for true", "yes: yes", `f.yaml:3:6: yes: want true or false, have "yes"`},
		{"true for text", "mode: true", "f.yaml:3:7: mode: want text, have true (put it in quotes)"},
		{"nothing", "n:", "f.yaml:3:3: n: want a whole number, have nothing"},
		{"null for a list", "nums: ~", "f.yaml:3:7: nums: want a list, have nothing"},
		{"scalar for a list", "nums: 3", "f.yaml:3:7: nums: want a list, have 3 (write [3])"},
		{"fields for a list", "nums: {a: 1}", "f.yaml:3:7: nums: want a list, have fields"},
		{"list for text", "mode: [live]", "f.yaml:3:7: mode: want text, have a list"},
		{"text for fields", "sub: x", `f.yaml:3:6: sub: want fields (a, b), have "x"`},
		{"text for a map", "map: x", `f.yaml:3:6: map: want fields, have "x"`},
		{"value of a map", "map: {a: b}", `f.yaml:3:10: a: want a whole number, have "b"`},
		{"own decoding in a map", "shapes: {s: tall}", "f.yaml:3:13: s: want a shape such as 4x3"},
		{"field of an item", "subs: [{b: x}]", `f.yaml:3:12: b: want a whole number, have "x"`},
		{"no time", "at: 11/02/2026", `f.yaml:3:5: at: want a day or time such as 2026-11-02 or 2026-11-02 09:15 (UTC), have "11/02/2026"`},
		{"no such day", "at: 2026-02-30", `f.yaml:3:5: at: want a day or time such as 2026-11-02 or 2026-11-02 09:15 (UTC), have "2026-02-30"`},
		{"own decoding", "shape: tall", "f.yaml:3:8: shape: want a shape such as 4x3"},
		{"own fault without a place", "shape: 3x?", "f.yaml:3:8: how high?"},
		{"own faults with places", "shape: {wide: [], hihg: 2}", "f.yaml:3:8: field \"high\" is missing\nf.yaml:3:15: wide: must not be empty\nf.yaml:3:19: unknown field \"hihg\" (did you mean high? known: wide, high)"},
		{"long text is cut", "n: " + strings.Repeat("é", 50), "f.yaml:3:4: n: want a whole number, have \"" + strings.Repeat("é", 40) + "…\""},
		{"all at once, by place", "subs: [{b: x}, 4]\nn: 9\nmod: live", "f.yaml:3:12: b: want a whole number, have \"x\"\nf.yaml:3:16: subs, item 2: want fields (a, b), have 4\nf.yaml:4:4: n: want 1 to 3, have 9\nf.yaml:5:1: unknown field \"mod\" (did you mean mode? " + known + ")"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, faults := decode(t, "name: x\nwords: [y]\n"+tc.text+"\n")
			require.EqualError(t, faults, tc.want)
		})
	}
}

func TestNeeded(t *testing.T) {
	_, faults := decode(t, "n: 1\n")
	require.EqualError(t, faults, "f.yaml:1:1: field \"name\" is missing\nf.yaml:1:1: field \"words\" is missing")
	_, faults = decode(t, "name: \" \"\nwords: []\n")
	require.EqualError(t, faults, "f.yaml:1:7: name: must not be empty\nf.yaml:2:8: words: must not be empty")
	_, faults = decode(t, "[1]\n")
	require.Len(t, faults, 1)
	require.Contains(t, faults[0].Text, "want fields (name, yes,")
}

// What a caller has set before stays, even where the file is wrong.
func TestDecodeKeeps(t *testing.T) {
	d, err := Parse("f.yaml", []byte("a: 0\nb: x\n"))
	require.NoError(t, err)
	into := struct {
		A int
		B int `default:"5"`
		C int `default:"5"`
		D int `default:"5"`
	}{A: 9, B: 8, C: 7}
	require.Len(t, d.Decode(&into), 1)
	require.Equal(t, 0, into.A)
	require.Equal(t, 8, into.B)
	require.Equal(t, 7, into.C)
	require.Equal(t, 5, into.D)
}

// Nodes that Parse didn't make work too: documents, fields given twice.
func TestDecodeNodeByHand(t *testing.T) {
	var top yaml.Node
	require.NoError(t, yaml.Load([]byte("a: 3\nb: 3\na: 4\n"), &top))
	var into struct{ A, B int }
	require.Empty(t, DecodeNode("f", &top, &into))
	require.Equal(t, 3, into.A)
	require.Equal(t, 3, into.B)
}

func TestProgrammingMistakesPanic(t *testing.T) {
	n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{
		{Kind: yaml.ScalarNode, Tag: "!!str", Value: "a"}, {Kind: yaml.ScalarNode, Tag: "!!str", Value: "b"},
	}}
	require.Panics(t, func() { DecodeNode("f", n, all{}) })
	require.Panics(t, func() { DecodeNode("f", n, new(int)) })
	require.Panics(t, func() { DecodeNode("f", n, &struct{ A chan int }{}) })
	require.Panics(t, func() { DecodeNode("f", n, &struct{ A func() }{}) })
	require.Panics(t, func() {
		DecodeNode("f", n, &struct {
			A int `min:"x"`
		}{})
	})
	require.Panics(t, func() {
		DecodeNode("f", n, &struct {
			A string
			B int `default:"x"`
		}{})
	})
}
