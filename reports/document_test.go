package reports_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"

	"contextarena.internal/reports"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
)

func figure(mean, n float64, level string) reports.Figure {
	return reports.FigureOf(
		stats.Estimate{Mean: mean, N: n, Clusters: 8, Interval: &stats.Interval{Low: mean - 0.1, High: mean + 0.05}},
		reports.About{Level: level, Suite: "original", Estimand: reports.Sampled, Repeats: 2},
	)
}

// everything is a document with all that there is, its texts all being name.
func everything(name string) reports.Document {
	usd, unknown := 0.25, (*float64)(nil)
	few := reports.FigureOf(stats.Estimate{Mean: 0.5, N: 3, Clusters: 2, Note: "fewer than 3 scenarios"}, reports.About{Level: "memory", Suite: "original", Estimand: reports.Sampled, Repeats: 2, LeftOut: 1})
	return reports.Document{
		Finding:   reports.Found(true, "a keeps more than "+name+".", "", "b costs less."),
		Title:     "All there is: " + name,
		Simulated: true,
		Sections: []reports.Section{
			{
				Title: "Figures of " + name,
				Head:  []string{"strategy", "answer %", "memory %", "tasks", "USD\na trial"},
				Rows: []reports.Row{
					{name, figure(0.75, 40, "answer"), reports.Say("%s of 3", few.Narrow()), figure(0.5, 8, "").Count(), usd},
					{"none", reports.Figure{}, reports.Figure{}.Narrow(), few, 7},
				},
				Notes: []string{"A note on " + name + ", long enough that it has to be wrapped by whoever shows it in eighty columns."},
			},
			{Title: "The same caption", Head: []string{"strategy", "answer %"}, Rows: []reports.Row{{"rlm", figure(0.75, 40, "answer")}}},
			{Head: []string{"setting", "meaning"}, Layout: reports.List, Rows: []reports.Row{{"size", "how much of " + name + " is kept, a long story that needs more than the one line which a terminal has"}, {name, 1}}},
			{Title: "Fitted", Head: []string{"name", "two words", "3"}, Widths: []int{22, 0}, Rows: []reports.Row{{"a", "1", 22222}, {"b", name, "4"}}},
			{Title: "Aligned", Head: []string{"what", "why", "result"}, Align: "lrl", Widths: []int{12, 0}, Rows: []reports.Row{{"a long gate's name", 12, "passed"}, {"b", 3, "failed"}}},
			{Title: "A list", List: [][]string{{"one " + name, "under it", "and " + name}, {"two"}}},
			{Title: "A map", Text: "  1 2\n  " + strings.ReplaceAll(name, "\n", " ") + "\n"},
			{Title: "Only in a terminal", On: reports.Terminal, Notes: []string{"short"}},
			{Title: "Only on a page", On: reports.Page, Notes: []string{"wide"}, Warnings: []string{"of " + name}},
		},
		Notes:    []string{"In the end: " + name},
		Warnings: []string{"Beware of " + name},
		Played:   reports.Played{ID: "0123456789abcdef", Number: 3, Status: "partial: " + name},
		Data:     map[string]any{"finding": reports.Found(true, "a keeps more than "+name+".", "b costs less."), "name": name, "figure": figure(0.75, 40, "answer"), "nothing": reports.Figure{}},
		Records: reports.Records{
			Head: []string{"name", "usd", "unknown", "n", "ok", "level"},
			Rows: func(yield func([]any) bool) {
				_ = yield([]any{name, &usd, unknown, 3, true, reports.Sampled}) && yield([]any{"=1+1", -0.1, nil, int64(4), false, "-5"})
			},
		},
		Charts: []reports.Chart{
			reports.Lines(reports.Chart{Name: "line", Title: "A line of " + name, Note: "Bars: intervals.", Beside: []string{"beside " + name}}, drawn(name)),
			{Name: "none", Missing: "there is nothing to draw"},
		},
		Tests: &reports.Tests{
			Suite: "nightly " + name, Class: "arena", Out: name,
			Cases: []reports.Test{{Name: name, Says: "passed"}, {Name: "b", Says: "worse than " + name, Failed: "fail"}, {Name: "c", Says: "who knows", Skipped: true}},
		},
	}
}

func drawn(name string) reports.Panel {
	return reports.Panel{
		Title: name, X: reports.Axis{Label: "tokens", High: 10}, Y: reports.Percent("answer, %"),
		Series: []reports.Series{
			{Name: name, Points: []reports.Point{{X: 0, Y: 20}, {X: 10, Y: 80, Up: &stats.Interval{Low: 70, High: 85}, Name: name}}},
			{Name: "other"},
		},
	}
}

func TestEveryFormat(t *testing.T) {
	d := everything("rlm(depth=2)")
	reportstest.Golden(t, d, "everything", "table", "md", "csv", "json", "svg", "junit")
	_, err := png.Decode(bytes.NewReader(reportstest.Written(t, d, "png", "line")))
	require.NoError(t, err)
}

func TestWhatThereIsNot(t *testing.T) {
	d := everything("x")
	require.EqualError(t, d.Write(io.Discard, "pdf", ""), `there is no format "pdf" here: want one of table, md, csv, json, svg, png, junit, html`)
	require.EqualError(t, d.Write(io.Discard, "svg", "pie"), `there is no chart "pie" here: want one of line, none`)
	require.EqualError(t, d.Write(io.Discard, "png", "none"), "there is nothing to draw")
	require.EqualError(t, reports.Document{Title: "A"}.Write(io.Discard, "svg", ""), `there is no format "svg" here: want one of table, md, html`)
	d.Charts[0].Body = func(draw.Canvas) error { return errors.New("out of ink") }
	require.EqualError(t, d.Write(io.Discard, "svg", ""), "drawing a chart: out of ink")
}

// hostile are texts as a plan or a model may send them.
var hostile = []string{
	"\x1b[31mred\x1b]8;;http://evil\x07", "a\r\x08\x00\u009b2Jb", "abc\u202etxt.exe\u2066", "[click](http://evil) <script>alert(1)</script> `x` *y* _z_",
	"=HYPERLINK(\"http://evil\")", "+1|cmd", "@SUM(A1)", "\tx", "| cell | cell |", "one\ntwo\n# three", "\u2028line", "\xff\xfe", strings.Repeat("long ", 50), "漢字 and 🙂",
}

func TestHostileTexts(t *testing.T) {
	for _, name := range hostile {
		harmless(t, everything(name), name)
	}
}

func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { harmless(t, everything(rapid.String().Draw(t, "name")), "") })
}

// harmless writes a document in all formats and checks that nothing in it can do harm.
func harmless(t require.TestingT, d reports.Document, name string) {
	for _, f := range []string{"table", "md", "csv", "json", "svg", "junit"} {
		var b bytes.Buffer
		require.NoError(t, d.Write(&b, f, ""), name)
		have := b.String()
		if f != "csv" && f != "json" {
			for _, r := range have {
				require.False(t, r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)), "%s: %q", f, r)
			}
		}
		switch f {
		case "table":
			for line := range strings.Lines(have) {
				if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "  ") {
					require.LessOrEqual(t, runewidth.StringWidth(line), 80, line)
				}
			}
		case "md":
			before, _, _ := strings.Cut(have, "## A map") // what follows is indented, and so code
			require.NotContains(t, before, "<script")
			require.NotContains(t, before, "[click](")
		case "svg", "junit":
			require.NotContains(t, have, "<script")
		case "csv":
			rows, err := csv.NewReader(&b).ReadAll()
			require.NoError(t, err)
			for _, row := range rows {
				require.False(t, row[0] != "" && strings.ContainsRune("=+-@\t\r", rune(row[0][0])), row[0])
			}
		}
	}
}

func TestASimulatedDocumentSaysSo(t *testing.T) {
	d := reports.Document{Title: "Ladder", Simulated: true, Sections: []reports.Section{{Notes: []string{"x"}}}}
	require.Contains(t, string(reportstest.Written(t, d, "md", "")), "SIMULATED")
	d.Title = "Ladder" + reports.Simulated(true)
	require.Equal(t, "Ladder, SIMULATED\nx\n", string(reportstest.Written(t, d, "table", "")))
}

// TestAnyWidth: from 60 to 200 columns no line is wider and no word is broken; what doesn't fit beside
// the rest stands in a table of its own.
func TestAnyWidth(t *testing.T) {
	head, row := []string{"strategy"}, reports.Row{"pipeline(encode=dual_track,store=versioned)"}
	for i := range 14 {
		head, row = append(head, "measure\n"+string(rune('a'+i))), append(row, figure(0.75, 40, "answer"))
	}
	wide := everything("rlm(depth=2)")
	wide.Sections = append(wide.Sections, reports.Section{Title: "Many columns", Head: head, Rows: []reports.Row{row}})
	for _, width := range []int{60, 80, 100, 200} {
		wide.Screen = reports.Screen{Width: width}
		text := string(reportstest.Written(t, wide, "table", ""))
		require.Equal(t, 14, strings.Count(text[strings.Index(text, "Many columns"):], "75.0 [65–80]"), "no cell is broken or lost")
		require.Contains(t, text, "encode=")
	}
}

// TestMost: rows that don't fit are counted.
func TestMost(t *testing.T) {
	s := reports.Section{Head: []string{"name", "n"}, Most: 5}
	for i := range 9 {
		s.Rows = append(s.Rows, reports.Row{"row", i})
	}
	text := string(reportstest.Written(t, reports.Document{Sections: []reports.Section{s}}, "table", ""))
	require.Equal(t, "name  n\n───────\nrow   0\nrow   1\nrow   2\nand 6 more rows\n", text)
}

// TestColours are for terminals that have them, and say nothing that isn't said without.
func TestColours(t *testing.T) {
	d := reports.Document{
		Finding:  "rlm keeps more than structured does, by so much that the sentence needs a second line in a terminal.",
		Sections: []reports.Section{{Head: []string{"name", "n"}, Rows: []reports.Row{{reports.Toned(reports.Good, "a name of several words that has to be wrapped"), 1}}, Notes: []string{"a note"}}},
	}
	without := string(reportstest.Written(t, d, "table", ""))
	d.Screen.Color = true
	var b bytes.Buffer
	require.NoError(t, d.Write(&b, "table", ""))
	require.Contains(t, b.String(), "\x1b[1mrlm keeps")
	require.Contains(t, b.String(), "\x1b[32ma name of several\x1b[0m")
	require.Contains(t, b.String(), "\x1b[2ma note\x1b[0m")
	bare := regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(b.String(), "")
	require.Equal(t, without, bare)
	require.NoError(t, d.Write(&b, "md", ""))
	b.Reset()
	require.NoError(t, d.Sentence(&b))
	require.Equal(t, 2, strings.Count(b.String(), "\n"))
}
