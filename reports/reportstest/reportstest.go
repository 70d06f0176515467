// Package reportstest checks what studies write: against golden files, against their schema, and for
// what every document owes its readers.
package reportstest

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	invopop "github.com/invopop/jsonschema"
	"github.com/mattn/go-runewidth"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/reports"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updates reports whether -update was given: what is compared is to be written anew.
func Updates() bool { return *update }

// Golden writes a document in formats, each to be equal to testdata/NAME.FORMAT, which the flag
// -update writes anew. A chart is named behind the format: "svg/cost".
func Golden(t *testing.T, d reports.Document, name string, formats ...string) {
	t.Helper()
	for _, format := range formats {
		format, chart, named := strings.Cut(format, "/")
		file := name + "." + format
		if named {
			file = name + "-" + chart + "." + format
		}
		same(t, file, Written(t, d, format, chart))
	}
}

// same compares a text with a file of testdata, which the flag -update writes anew.
func same(t *testing.T, name string, have []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, have, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(have), "testdata/%s changed: read the difference, then run with -update", name)
}

// Written is a document in a format, which is checked for what the format promises: lines of a
// terminal are at most as wide as it is and have no control character, the finding stands first and says what is simulated, CSV is rectangular, and SVG and JUnit
// are well-formed.
func Written(t *testing.T, d reports.Document, format, chart string) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, d.Write(&b, format, chart))
	if d.Simulated && d.Finding != "" {
		require.Contains(t, d.Finding, "SIMULATED")
	}
	switch format {
	case "table":
		kept := 0
		for _, s := range d.Sections {
			kept += len(s.Text)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if kept == 0 {
				require.LessOrEqual(t, runewidth.StringWidth(line), cmp.Or(d.Screen.Width, 80), line)
			}
			require.NotContains(t, line, "\x1b")
			require.Equal(t, strings.TrimRight(line, " "), line)
		}
	case "csv":
		rows, err := csv.NewReader(bytes.NewReader(b.Bytes())).ReadAll()
		require.NoError(t, err)
		require.Equal(t, d.Records.Head, rows[0])
	case "json":
		require.True(t, json.Valid(b.Bytes()))
		if d.Finding != "" {
			var have struct {
				Finding string `json:"finding"`
			}
			require.NoError(t, json.Unmarshal(b.Bytes(), &have))
			require.Equal(t, d.Finding, have.Finding)
		}
	case "svg", "junit":
		wellFormed(t, b.Bytes())
	}
	return b.Bytes()
}

func wellFormed(t *testing.T, b []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(b))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// Schema checks that a schema's file is that of a Go type, and that what documents write as JSON is
// valid by it. The flag -update writes the file anew, which is one of the test's own folder. names
// are the names of types in the schema where they aren't those in Go.
func Schema(t *testing.T, file, title string, of any, names map[string]string, documents ...reports.Document) {
	t.Helper()
	r := invopop.Reflector{Anonymous: true}
	if names != nil {
		r.Namer = func(t reflect.Type) string { return names[t.String()] }
	}
	s := r.Reflect(of)
	s.Title = title
	have, err := json.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	same(t, filepath.Join("..", file), append(have, '\n'))

	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(have))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", doc))
	schema, err := c.Compile("schema.json")
	require.NoError(t, err)
	for _, d := range documents {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(Written(t, d, "json", "")))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(v))
		v.(map[string]any)["unheard_of"] = true
		require.Error(t, schema.Validate(v), "the schema lets anything through")
	}
}
