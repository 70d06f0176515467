package reports

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What is written reads back as it was, but for what steers how others are shown; and nothing in it ends the
// element that it stands in.
func TestHarmlessJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("<>&\\\"u0001f\b\f\r\t\n\u0000\u001b\u007f\u202e\u2028é")))).Draw(t, "text")
		written, err := HarmlessJSON(map[string]string{"text": text})
		require.NoError(t, err)
		require.NotContains(t, string(written), "<")
		var read map[string]string
		require.NoError(t, json.Unmarshal(written, &read))
		require.Equal(t, lines(text), read["text"])

		packed, err := Packed(map[string]string{"text": text})
		require.NoError(t, err)
		z, err := gzip.NewReader(bytes.NewReader(packed))
		require.NoError(t, err)
		unpacked, err := io.ReadAll(z)
		require.NoError(t, err)
		require.Equal(t, written, unpacked)
	})
}

// A page has all that the other formats have, in one file, and allows no program but its own.
func TestWriteHTML(t *testing.T) {
	d := Document{
		Title: "Report </title><script>x</script>", Simulated: true, Finding: "SIMULATED: a keeps most.",
		Sections: []Section{{Title: "Table", Head: []string{"strategy", "answer"}, Rows: []Row{{"a<b>", "80"}}, Notes: []string{"A note."}}},
		Warnings: []string{"A warning."},
		Browser:  &Browser{Page: map[string]string{"kind": "run"}, Evidence: func() (any, error) { return []string{"said"}, nil }},
	}
	var b, again bytes.Buffer
	require.NoError(t, d.Write(&b, "html", ""))
	require.NoError(t, d.Write(&again, "html", ""))
	require.Equal(t, b.Bytes(), again.Bytes())
	page := b.String()
	require.NotContains(t, page, "<script>x</script>")
	require.Contains(t, page, "<td>a&lt;b&gt;</td>")
	require.Contains(t, page, "default-src 'none'")
	require.NotContains(t, page, "connect-src")
	_, rest, found := strings.Cut(page, `id="document">`)
	require.True(t, found)
	text, _, _ := strings.Cut(rest, "</script>")
	var doc browsed
	require.NoError(t, json.Unmarshal([]byte(text), &doc))
	require.Equal(t, "SIMULATED: a keeps most.", doc.Finding)
	require.Equal(t, [][]string{{"a<b>", "80"}}, doc.Sections[0].Rows)
	require.Contains(t, page, `id="evidence">H4sI`)
}
