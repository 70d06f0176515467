package reports

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What anyone may have called a scenario or a model reaches no reader as anything but text.
func TestHostileNamesInEveryFormat(t *testing.T) {
	const name = "a\u202eb\u2066c\x1b[31md\u0085e [f](http://evil.example) www.evil.example https://evil.example <b>"
	d := Document{
		Title: name, Notes: []string{name}, Warnings: []string{name},
		Sections: []Section{{Title: name, Head: []string{name}, Rows: []Row{{name}}, List: [][]string{{name}}, Text: name}},
		Records:  Records{Head: []string{"name"}, Rows: slices.Values([][]any{{name}})},
		Data:     map[string]string{"name": name},
		Tests:    &Tests{Suite: name, Cases: []Test{{Name: name, Says: name}}},
	}
	for _, format := range []string{"table", "md", "csv", "json", "junit"} {
		var b strings.Builder
		require.NoError(t, d.Write(&b, format, ""), format)
		require.Contains(t, b.String(), "evil", format)
		for _, r := range b.String() {
			require.False(t, steers(r) && r != '\n', "%s: %q in %q", format, r, b.String())
		}
	}
	var b strings.Builder
	require.NoError(t, d.Write(&b, "json", ""))
	var back map[string]string
	require.NoError(t, json.Unmarshal([]byte(b.String()), &back))
	require.Equal(t, name, back["name"], "JSON loses nothing")

	b.Reset()
	require.NoError(t, d.Write(&b, "md", ""))
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "    ") { // a block that is shown as it is
			continue
		}
		line = strings.ReplaceAll(line, `\]`, "")
		for _, link := range []string{"](", "http://", "https://", "www.evil", "<b>"} {
			require.NotContains(t, line, link)
		}
	}
}
