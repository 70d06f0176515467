package reports

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
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

		small, err := packed(map[string]string{"text": text})
		require.NoError(t, err)
		z, err := gzip.NewReader(bytes.NewReader(small))
		require.NoError(t, err)
		unpacked, err := io.ReadAll(z)
		require.NoError(t, err)
		require.Equal(t, written, unpacked)
	})
}

// report has a chapter, and tables that are one.
func report() Document {
	d := Document{
		Title: "Report </title><script>x</script>", Simulated: true, Finding: "SIMULATED: a keeps most.", Warnings: []string{"A warning."},
		Sections: []Section{{Title: "First", Head: []string{"strategy"}, Rows: []Row{{"a<b>"}}}},
	}
	whole := d
	whole.Sections = append(whole.Sections, Section{Title: "Table", Head: []string{"strategy", "answer"}, Rows: []Row{{"a<b>", "80"}}, Notes: []string{"A note."}})
	d.Browser = &Browser{
		Page: map[string]string{"kind": "run"}, Tables: func() (Document, error) { return whole, nil },
		Chapters: []Chapter{{"told-0", func() (any, error) { return []string{"said"}, nil }}},
	}
	return d
}

// unpack is what a chapter was made of.
func unpack(t *testing.T, text string, into any) {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	z, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(into))
}

// A page has all that the other formats have, in one file, and allows no program but its own.
func TestWriteHTML(t *testing.T) {
	var b, again bytes.Buffer
	require.NoError(t, report().Write(&b, "html", ""))
	require.NoError(t, report().Write(&again, "html", ""))
	require.Equal(t, b.Bytes(), again.Bytes())
	page := b.String()
	require.False(t, strings.Contains(page, "<script>x</script>"))
	for _, want := range []string{"<h1>Report &lt;/title&gt;", "<p>SIMULATED: a keeps most.</p>", "--format md has them without", "default-src 'none'"} {
		require.True(t, strings.Contains(page, want), want)
	}
	require.False(t, strings.Contains(page, "connect-src"))
	require.False(t, strings.Contains(page, "'self'"), "no file beside it")
	part := func(id string) string {
		_, rest, found := strings.Cut(page, ` id="`+id+`">`)
		require.True(t, found)
		text, _, _ := strings.Cut(rest, "</script>")
		return text
	}
	var doc browsed
	require.NoError(t, json.Unmarshal([]byte(part("document")), &doc))
	require.Equal(t, "SIMULATED: a keeps most.", doc.Finding)
	require.Nil(t, doc.Tables)
	var all browsedTables
	unpack(t, part("chapter-tables"), &all)
	require.Equal(t, [][]string{{"a<b>", "80"}}, all.Sections[1].Rows)
	var told []string
	unpack(t, part("chapter-told-0"), &told)
	require.Equal(t, []string{"said"}, told)
}

// A folder has what is seen first in its page, and each chapter in a file that calls a function with it.
func TestFolder(t *testing.T) {
	files := map[string]string{}
	require.NoError(t, report().Folder(func(name string, data []byte) error {
		files[name] = string(data)
		return nil
	}))
	require.Len(t, files, 3)
	index := files["index.html"]
	require.True(t, strings.Contains(index, ` id="document" data-folder="">`))
	require.True(t, strings.Contains(index, "'self' file:"))
	require.False(t, strings.Contains(index, "connect-src") || strings.Contains(index, "chapter-told-0"))
	m := regexp.MustCompile(`^arenaChapter\("told-0","([^"]+)"\)\n$`).FindStringSubmatch(files["data/told-0.js"])
	require.NotNil(t, m)
	var told []string
	unpack(t, m[1], &told)
	require.Equal(t, []string{"said"}, told)
	failed := errors.New("no room")
	require.ErrorIs(t, report().Folder(func(string, []byte) error { return failed }), failed)
}

// A page that is too large for one file says so, and has no more read than that takes.
func TestAFileIsBounded(t *testing.T) {
	d := report()
	noise := make([]byte, MostPage/2)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise) // never fails
	read := 0
	large := Chapter{"large", func() (any, error) { read++; return noise, nil }}
	d.Browser.Chapters = []Chapter{large, large, large, large, large}
	require.ErrorIs(t, d.Write(io.Discard, "html", ""), ErrLarge)
	require.Less(t, read, 4)
	d.Browser.Chapters = nil
	d.Browser.Page = noise
	require.NoError(t, d.Write(io.Discard, "html", ""))
	d.Browser.Page = append(noise, noise...)
	require.ErrorIs(t, d.Write(io.Discard, "html", ""), ErrLarge)
}
