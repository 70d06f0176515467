package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"strings"
	"testing"

	invopop "github.com/invopop/jsonschema"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/frontier/frontiertest"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/space"
)

// toySpace has 12 points: enough for a surface.
const toySpace = `name: toy
dimensions:
  - name: method
    categorical: [window, structured]
  - name: trigger
    ordinal: [4, 8, 16]
    when: {method: structured}
  - name: recent
    ordinal: [2, 4, 8]
strategies:
  - when: {method: window}
    spec: window(size=$recent)
  - when: {method: structured}
    spec: structured(compress_every=$trigger, recent_window=$recent)
`

// toyShow: structured costs more and keeps more, the more often it compresses.
func toyShow(p space.Point, scenario, repeat int) (float64, func(int) bool) {
	usd, n := 0.001, 3
	if p.Levels[0] == "structured" {
		usd, n = 0.004, 8
		if p.Levels[1] == "4" {
			usd, n = 0.008, 10
		}
	}
	if p.Levels[2] == "8" {
		usd += 0.0005
	}
	return usd, func(k int) bool { return k < n-(scenario+repeat)%2 }
}

func toySwept(t *testing.T, scenarios, repeats int) lab.Swept {
	t.Helper()
	s, err := frontiertest.Swept(toySpace, scenarios, repeats, toyShow)
	require.NoError(t, err)
	return s
}

func toyFrontier(t *testing.T, s lab.Swept, explain bool) Frontier {
	t.Helper()
	f, err := frontier.New(s)
	require.NoError(t, err)
	if explain {
		require.NoError(t, f.Explain())
	}
	return NewFrontier(f)
}

func TestFrontier(t *testing.T) {
	r := toyFrontier(t, toySwept(t, 4, 2), false)
	require.Equal(t, "USD", r.Unit)
	require.Len(t, r.Points, 12)
	var front []string
	for _, i := range r.Front {
		front = append(front, r.Points[i].name)
	}
	require.Equal(t, []string{"window recent=2", "window recent=4", "structured trigger=8 recent=2", "structured trigger=8 recent=4", "structured trigger=16 recent=2", "structured trigger=16 recent=4", "structured trigger=4 recent=2", "structured trigger=4 recent=4"}, front, "equals are all on it")
	p := r.Points[r.Front[2]]
	require.Equal(t, "method=structured trigger=8 recent=2", p.Settings)
	require.InDelta(t, 7.5/12, p.Retention.Estimate().Mean, 1e-12)
	require.Equal(t, "answer", p.Retention.About().Level)
	require.InDelta(t, 0.004, p.Cost, 1e-12)
	require.InDelta(t, 0.003, p.USD.Write, 1e-12)
	require.NotNil(t, p.Corrected.ByRepeats)
	require.NotNil(t, r.Selection[0].Retention)
	require.Nil(t, r.HeldOut)
	require.Nil(t, r.Explained)
	require.Contains(t, strings.Join(r.Warnings, "\n"), "Simulated")
}

func TestFrontierWarns(t *testing.T) {
	s := toySwept(t, 2, 1)
	s.Experiment.Status = "interrupted"
	s.Stale = 3
	s.Points[11].Trials[0][0] = lab.Shown{}
	s.Points[10].Trials[0][0] = lab.Shown{Ended: arena.Refused}
	r := toyFrontier(t, s, true)
	warned := strings.Join(r.Warnings, "\n")
	for _, want := range []string{
		"The sweep is interrupted", "1 of 12 points are in no figure: they were dropped", "a trial of them was not completed",
		"3 trials were judged by other matchers than today's: arena rescore 1", "not estimable across scenarios (fewer than 3)",
		"Nothing takes the luck of the repeats off the front: one repeat",
	} {
		require.Contains(t, warned, want)
	}
	require.NotEmpty(t, r.Explained.NoSurfaces)
	require.Empty(t, r.Explained.Replays)
	var b bytes.Buffer
	require.NoError(t, r.Table(&b))
	table := b.String()
	require.Contains(t, table, "Uncorrected: one repeat: the luck of the repeats is in these figures.")
	require.Contains(t, table, "Not estimable: a surface takes 12 points and 3 scenarios or more.")
	require.Contains(t, table, "Not known: it takes a sweep that played every point on everything")
}

func TestFrontierFits(t *testing.T) {
	s := toySwept(t, 4, 2)
	s.Planned.HeldOut = []string{"s3"}
	r := toyFrontier(t, s, true).Studied([]frontier.Study{{Points: 6, Random: 0.5, RandomSD: 0.0123, Adaptive: 0.75, Least: 0.7, Seeds: 3}})
	r.Points[r.Front[0]].name = "a very long name of a configuration with\x1b[31m colours in it and more than that"
	var b bytes.Buffer
	require.NoError(t, r.Table(&b))
	require.NoError(t, r.Short(&b))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, text.StringWidth(strings.TrimRight(line, "\n")), 80, line)
	}
	require.NotContains(t, b.String(), "\x1b")
	for _, want := range []string{
		"Cost-retention frontier, SIMULATED: toy, 3 scenarios × 2, sim:nano, scripted",
		"What was swept", "Space toy. method (categorical): window, structured; trigger (ordinal, where it\napplies): 4, 8, 16; recent (ordinal): 2, 4, 8.",
		"The front on the scenarios held out", "The cheapest configuration that keeps enough", "Effects of the settings", "What racing would have found",
		"What playing some of the points would have found", "6 of 12, 3 seeds", "What was expected of this space", "The rest: arena report frontier 1",
	} {
		require.Contains(t, b.String(), want)
	}
}

func TestFrontierMarkdown(t *testing.T) {
	r := toyFrontier(t, toySwept(t, 4, 2), true)
	r.Points[r.Front[0]].name = "<script>"
	var b bytes.Buffer
	require.NoError(t, r.Markdown(&b))
	require.NotContains(t, b.String(), "<script>")
	require.Contains(t, b.String(), "| 1 &lt;script> |")
}

func TestFrontierCSV(t *testing.T) {
	s := toySwept(t, 4, 1)
	s.Points[0].MemoryModel = "=sim:nano"
	for _, repeats := range s.Points[1].Trials {
		repeats[0].Latency = 0
	}
	var b bytes.Buffer
	require.NoError(t, toyFrontier(t, s, false).CSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+12)
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	require.Equal(t, []string{"method", "trigger", "recent", "strategy"}, rows[0][:4])
	for column, want := range map[string]string{
		"method": "window", "trigger": "", "recent": "2", "memory_model": "'=sim:nano", "cost": "0.001", "unit": "USD", "simulated": "true",
		"on_front": "true", "n": "48", "corrected_by_repeats": "", "latency_seconds": "1", "suite": "test",
	} {
		require.Equal(t, want, rows[1][at[column]], column)
	}
	require.Empty(t, rows[2][at["latency_seconds"]])
}

// TestFrontierSchema keeps frontier.schema.json in step with the Go types, and what is written in step
// with the schema.
func TestFrontierSchema(t *testing.T) {
	r := invopop.Reflector{Anonymous: true}
	s := r.Reflect(&Frontier{})
	s.Title = "Context Arena cost-retention frontier"
	have, err := json.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	reportstest.Same(t, "../frontier.schema.json", append(have, '\n'))

	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(have))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("frontier.schema.json", doc))
	schema, err := c.Compile("frontier.schema.json")
	require.NoError(t, err)
	held := toySwept(t, 5, 2)
	held.Planned.HeldOut = []string{"s4"}
	free := toySwept(t, 3, 1)
	for _, p := range free.Points {
		for _, repeats := range p.Trials {
			repeats[0].Cost.Priced = false
		}
	}
	for name, f := range map[string]Frontier{
		"short": toyFrontier(t, toySwept(t, 4, 2), false), "explained, held out": toyFrontier(t, held, true),
		"without intervals": toyFrontier(t, toySwept(t, 2, 1), true), "without prices": toyFrontier(t, free, false),
	} {
		var b bytes.Buffer
		require.NoError(t, f.JSON(&b), name)
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(v), name)
	}
}

func TestFrontierCharts(t *testing.T) {
	r := toyFrontier(t, toySwept(t, 4, 2), true)
	for chart, want := range map[string]string{
		ChartCost: "USD per 1,000 conversations, write and read", ChartBreakEven: "questions asked later", ChartEffects: "method structured",
	} {
		t.Run(chart, func(t *testing.T) {
			var a, b, pixels bytes.Buffer
			require.NoError(t, r.SVG(&a, chart))
			require.NoError(t, r.SVG(&b, chart))
			require.Equal(t, a.String(), b.String(), "equal frontiers give equal bytes")
			require.Contains(t, a.String(), want)
			require.NoError(t, r.PNG(&pixels, chart))
			picture, err := png.Decode(&pixels)
			require.NoError(t, err)
			require.Greater(t, picture.Bounds().Dx(), 1000)
		})
	}
	short := toyFrontier(t, toySwept(t, 4, 2), false)
	require.ErrorContains(t, short.SVG(&bytes.Buffer{}, ChartEffects), "effects were not asked for")
	few := toyFrontier(t, toySwept(t, 2, 2), true)
	require.ErrorContains(t, few.PNG(&bytes.Buffer{}, ChartEffects), "a surface takes 12 points and 3 scenarios")
	require.NoError(t, few.SVG(&bytes.Buffer{}, ChartCost), "without intervals there are no bars")
}

func TestUnsigned(t *testing.T) {
	for in, want := range map[string]string{"-0.0": "0.0", "-0": "0", "-0.1": "-0.1", "0.0": "0.0", "12.0": "12.0"} {
		require.Equal(t, want, unsigned(in), fmt.Sprintf("of %s", in))
	}
}
