package strictyaml

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

func TestParseFaults(t *testing.T) {
	deep := "a0: &a0 [x]\n"
	for i := 1; i < 5000; i++ {
		deep += fmt.Sprintf("a%d: &a%d [*a%d]\n", i, i, i-1)
	}
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i <= 12; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	for _, tc := range []struct {
		name, text string
		want       string
		readable   bool // a document is returned as well
	}{
		{"empty", "", "f.yaml:1:1: the file is empty", false},
		{"comments only", "# nothing\n", "f.yaml:1:1: the file is empty", false},
		{"not UTF-8", "a: 1\nb: é\xff\n", "f.yaml:2:5: invalid leading UTF-8 octet (value: 255): save the file as plain UTF-8", false},
		{"control character", "a: \x01\n", "f.yaml:1:4: control characters are not allowed (value: 1): save the file as plain UTF-8", false},
		{"tab", "a:\n\tb: 1\n", "f.yaml:2:1: a tab indents this line: YAML wants spaces", false},
		{"tab after spaces", "a:\n  b: 1\n  \tc: 1\n", "f.yaml:3:3: a tab indents this line: YAML wants spaces", false},
		{"not closed", "a: [1, 2\nb: 3\n", "f.yaml:2:2: while parsing a flow sequence: did not find expected ',' or ']' (it begins on line 1)", false},
		{"two colons", "a: b: c\n", "f.yaml:1:5: mapping values are not allowed in this context", false},
		{"unknown alias", "a: *x\n", "f.yaml:1:4: unknown anchor 'x' referenced", false},
		{"alias of itself", "a: &x [1, *x]\n", "f.yaml:1:11: anchor 'x' value contains itself", false},
		{"deep", "a: " + strings.Repeat("[", 10001), "f.yaml:1:10004: while increasing flow level: exceeded max depth of 10000", false},
		{"deep by aliases", deep, "document contains excessive aliasing", false},
		{"alias bomb", bomb, "document contains excessive aliasing", false},
		{"two documents", "a: 1\n---\na: 2\n", "f.yaml:2:1: a second document begins here: a file holds one (remove the ---)", true},
		{"an empty second document", "a: 1\n---\n", "f.yaml:2:1: a second document begins here: a file holds one (remove the ---)", true},
		{"broken second document", "a: 1\n---\na: [\n", "did not find expected node content", false},
		{"field given twice", "a: 1\nb: {c: 1, c: 2}\na: 3\n", "f.yaml:2:11: field \"c\" is given twice (first on line 2)\nf.yaml:3:1: field \"a\" is given twice (first on line 1)", true},
		{"twice in a shared part", "a: &x {c: 1, c: 2}\nb: *x\n", "f.yaml:1:14: field \"c\" is given twice (first on line 1)", true},
		{"a list as a field's name", "? [a]\n: 1\n", "f.yaml:1:3: a field's name must be text", false},
		{"a tag", "a: !five 5\n", "f.yaml:1:4: the tag !five has no meaning here: leave it out", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := Parse("f.yaml", []byte(tc.text))
			require.Error(t, err)
			if strings.HasPrefix(tc.want, "f.yaml:") {
				require.Equal(t, tc.want, err.Error())
			} else {
				require.Contains(t, err.Error(), tc.want)
			}
			var faults Faults
			require.ErrorAs(t, err, &faults)
			require.Equal(t, tc.readable, d != nil)
		})
	}
}

// Each of these texts is the same document.
func TestParseAccepts(t *testing.T) {
	type doc struct {
		Text  string   `yaml:"text"`
		Items []string `yaml:"items"`
	}
	want := doc{"one\ntwo\n\tthree\n", []string{"a", "b"}}
	text := "text: |\n  one\n  two\n  \tthree\nitems:\n  - a\n  - b\n"
	for name, data := range map[string]string{
		"plain":                 text,
		"byte order mark":       "\ufeff" + text,
		"Windows line ends":     strings.ReplaceAll(text, "\n", "\r\n"),
		"both":                  "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
		"explicit begin, end":   "---\n" + text + "...\n",
		"no newline at the end": strings.TrimSuffix(text, "\n"),
		"alias":                 "text: |\n  one\n  two\n  \tthree\nitems: [&x a, b]\n",
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Parse("f.yaml", []byte(data))
			require.NoError(t, err)
			var got doc
			require.Empty(t, d.Decode(&got))
			got.Text = strings.TrimRight(got.Text, "\n") + "\n"
			require.Equal(t, want, got)
		})
	}
}

// A fault in a part that an alias stands for is placed where the alias is.
func TestAliasPlace(t *testing.T) {
	d, err := Parse("f.yaml", []byte("a: &x {n: 1}\nb: *x\nc: &y word\nd: *y\n"))
	require.NoError(t, err)
	var into struct {
		A struct{ N int }
		B []int
		C string
		D int
	}
	require.EqualError(t, d.Decode(&into), "f.yaml:2:4: b: want a list, have fields\nf.yaml:4:4: d: want a whole number, have \"word\"")
	require.Equal(t, 1, into.A.N)
	require.Equal(t, "word", into.C)
}

func TestAt(t *testing.T) {
	d, err := Parse("f.yaml", []byte("id: x\nfacts:\n  - id: a\n    turn: 1\n  - {id: b, turn: 2}\n"))
	require.NoError(t, err)
	for _, tc := range []struct {
		name string
		path []any
		line int
		col  int
	}{
		{"the whole", nil, 1, 1},
		{"a field", []any{"id"}, 1, 5},
		{"an item", []any{"facts", 1}, 5, 5},
		{"a field of an item", []any{"facts", 0, "turn"}, 4, 11},
		{"a flow field", []any{"facts", 1, "turn"}, 5, 19},
		{"an absent field", []any{"facts", 1, "supersedes"}, 5, 5},
		{"an absent item", []any{"facts", 7, "id"}, 3, 3},
		{"an item before the first", []any{"facts", -1}, 3, 3},
		{"a field of text", []any{"id", "x"}, 1, 5},
		{"a number in a mapping", []any{0}, 1, 1},
		{"an unknown kind of step", []any{1.5}, 1, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			line, col := d.At(tc.path...)
			require.Equal(t, [2]int{tc.line, tc.col}, [2]int{line, col})
		})
	}
	require.Equal(t, Fault{"f.yaml", 4, 11, "turn 1 is odd"}, d.Faultf([]any{"facts", 0, "turn"}, "turn %d is %s", 1, "odd"))
}

func TestFaults(t *testing.T) {
	fs := Faults{{"b", 1, 1, "x"}, {"a", 2, 1, "y"}, {"a", 1, 9, "z"}, {"a", 1, 9, "w"}}
	require.EqualError(t, fs, "a:1:9: w\na:1:9: z\na:2:1: y\nb:1:1: x")
	var one Fault
	require.True(t, errors.As(fmt.Errorf("load: %w", fs), &one))
	require.Equal(t, "w", one.Text)
	require.NoError(t, Faults(nil).Err())
	require.NoError(t, Faults{}.Err())
	require.EqualError(t, Fault{Text: "t"}, "t")
	require.EqualError(t, Fault{Line: 2, Column: 3, Text: "t"}, "2:3: t")
	require.EqualError(t, Fault{File: "f", Text: "t"}, "f: t")
}

// Whatever the input, Parse and Decode end without a panic and place every fault inside the text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a: 1\n", "a: &x [1]\nb: *x\n", "\ufeffa:\r\n  - b\r\n", "a:\n\tb", "? [x]\n: 1", "a: !t x", "---\n---\n", "{a: {b: [c, ~, 1.5]}}", "<<: {a: 1}", "&a : *a"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse("f", data)
		var faults Faults
		if err != nil {
			require.ErrorAs(t, err, &faults)
		}
		if d != nil {
			var into struct {
				A []int
				B map[string]float64
				C *struct{ D string }
				D yaml.Node
			}
			faults = append(faults, d.Decode(&into)...)
		} else {
			require.Error(t, err)
		}
		lines := strings.Count(string(data), "\n") + strings.Count(string(data), "\r") + 2
		for _, fault := range faults {
			require.GreaterOrEqual(t, fault.Line, 1)
			require.GreaterOrEqual(t, fault.Column, 1)
			require.LessOrEqual(t, fault.Line, lines+strings.Count(string(data), "\u0085")+strings.Count(string(data), "\u2028")+strings.Count(string(data), "\u2029"))
			require.NotEmpty(t, fault.Text)
		}
	})
}
