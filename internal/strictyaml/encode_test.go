package strictyaml

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

// What is written is read back; package scenarios tries it on whole files.
func TestEncode(t *testing.T) {
	type place struct {
		Name string `need:"true" style:"single"`
		Size float64
	}
	type all struct {
		ID     string `need:"true"`
		Count  int    `default:"3"`
		Args   string `yaml:"args,json" default:"{}"`
		Words  []string
		Places []place
	}
	v := all{ID: "", Count: 4, Args: `{"b":[1,"010"]}`, Words: []string{"a", "true"}, Places: []place{{"x", 0.5}, {"y", 0}}}
	n, err := Encode(v)
	require.NoError(t, err)
	text, err := yaml.Marshal(n)
	require.NoError(t, err)
	require.Equal(t, "id: \"\"\ncount: 4\nargs: {\"b\": [1, \"010\"]}\nwords: [a, \"true\"]\nplaces:\n    - name: 'x'\n      size: 0.5\n    - name: 'y'\n", string(text))

	v.ID, v.Count, v.Args = "i", 3, "{}"
	n, err = Encode(&v)
	require.NoError(t, err)
	text, err = yaml.Marshal(n)
	require.NoError(t, err)
	doc, err := Parse("f", text)
	require.NoError(t, err)
	var again all
	require.Empty(t, doc.Decode(&again))
	require.Equal(t, v, again)
	require.Len(t, n.Content, 6, "defaults are left out")

	_, err = Encode(all{Args: "{"})
	require.ErrorContains(t, err, `args: "{" is no JSON`)
}

func TestJSONText(t *testing.T) {
	for text, want := range map[string]string{
		"{a: 1, b: [x, 2.50, true, ~]}":     `{"a":1,"b":["x",2.50,true,null]}`,
		"{a: 010, b: 0x10, c: .5, d: .inf}": `{"a":"010","b":"0x10","c":".5","d":".inf"}`,
		"{when: 2026-11-02, t: \"<a&b>\"}":  `{"when":"2026-11-02","t":"<a&b>"}`,
		"{}":                                "{}",
	} {
		var n yaml.Node
		require.NoError(t, yaml.Load([]byte(text), &n))
		got := jsonText(n.Content[0])
		require.Equal(t, want, got)
		require.True(t, json.Valid([]byte(got)))
	}
}
