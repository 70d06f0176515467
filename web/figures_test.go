//go:build browser

package web_test

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// estimate is a figure as JSON has it.
type estimate struct {
	Mean, Difference, Low, High *float64
	N                           int
}

func (e estimate) share() string {
	if e.Mean == nil {
		return "–"
	}
	if e.Low == nil {
		return fmt.Sprintf("%.1f", 100**e.Mean)
	}
	return fmt.Sprintf("%.1f [%.0f–%.0f]", 100**e.Mean, 100**e.Low, 100**e.High)
}

func (e estimate) points() string {
	signed := func(x *float64) string {
		s := strings.Replace(fmt.Sprintf("%+.1f", 100**x), "-", "−", 1)
		if s == "+0.0" || s == "−0.0" {
			return s[len(s)-3:]
		}
		return s
	}
	if e.Difference == nil {
		return "–"
	}
	if e.Low == nil {
		return signed(e.Difference)
	}
	return fmt.Sprintf("%s [%s to %s]", signed(e.Difference), signed(e.Low), signed(e.High))
}

// row is one of the leaderboard.
type row struct {
	Strategy                       string
	Answer, Context, Memory, Stale estimate
	ByType                         map[string]estimate `json:"by_type"`
	Cost                           struct {
		Write   float64 `json:"write_usd"`
		Read    float64 `json:"read_usd"`
		Context float64 `json:"context_tokens"`
	}
}

// reported is arena report --format json, with its verdicts.
type reported struct {
	Finding     string
	Leaderboard []row
	Standings   []struct {
		Places []struct {
			Strategies []string
			Worst      string  `json:"worst_type"`
			WorstKept  float64 `json:"worst_kept"`
		}
	}
	verdicts []map[string]string // the rows of arena report --format csv
}

// three plays three scenarios, which is what an interval over scenarios takes, and returns what the report says.
func three(t *testing.T) (string, reported) {
	t.Helper()
	dir := t.TempDir()
	run(t, dir, "run", "--db", "a.db", "--scenario", "early-fact-recall", "--scenario", "contradiction-resolution", "--scenario", "long-horizon-noise", "--repeats", "2",
		"--strategy", "persistent_rlm", "--strategy", "rlm", "--strategy", "window", "--strategy", "full_context")
	run(t, dir, "report", "--db", "a.db", "--out", "r.html")
	var r reported
	require.NoError(t, json.Unmarshal([]byte(run(t, dir, "report", "--db", "a.db", "--format", "json")), &r))
	rows, err := csv.NewReader(strings.NewReader(run(t, dir, "report", "--db", "a.db", "--format", "csv"))).ReadAll()
	require.NoError(t, err)
	for _, cells := range rows[1:] {
		verdict := map[string]string{}
		for i, column := range rows[0] {
			verdict[column] = cells[i]
		}
		r.verdicts = append(r.verdicts, verdict)
	}
	return dir, r
}

// cells are the texts of the cells of the nth table, row by row.
func cells(t *testing.T, b *tab, n int) [][]string {
	t.Helper()
	return value[[][]string](t, b, fmt.Sprintf(`[...document.querySelectorAll("figure.table")[%d].querySelectorAll("tbody tr")].map(r => [...r.cells].map(c => c.innerText))`, n))
}

func TestFiguresAreThoseOfTheReport(t *testing.T) {
	dir, r := three(t)
	b := open(t, 1280, false, "file://"+filepath.Join(dir, "r.html"))
	until(t, b, `document.querySelector("figure.table tbody tr")`)
	got := cells(t, b, 0)
	require.Len(t, got, len(r.Leaderboard))
	for i, row := range r.Leaderboard {
		one := func(e estimate) string { e.Low = nil; return e.share() }
		require.Equal(t, []string{row.Strategy, row.Answer.share()}, got[i][:2])
		require.Equal(t, []string{one(row.Context), one(row.Memory), one(row.Stale), fmt.Sprintf("%.5f", row.Cost.Write+row.Cost.Read)}, got[i][3:7], row.Strategy)
		require.Regexp(t, fmt.Sprintf(`^%.0f\b`, row.Cost.Context), got[i][7])
		for _, p := range r.Standings[0].Places {
			if slices.Contains(p.Strategies, row.Strategy) {
				require.Equal(t, fmt.Sprintf("%s %.0f", p.Worst, 100*p.WorstKept), got[i][8], row.Strategy)
			}
		}
	}

	// The maps: of every strategy by scenario as it is counted from verdicts, and by type as it is estimated.
	goTo(t, b, "where")
	until(t, b, `document.querySelectorAll(".heat").length === 2`)
	scenarios := value[[]string](t, b, `[...document.querySelectorAll(".heat")[0].querySelectorAll("thead th")].slice(1).map(h => h.innerText)`)
	types := value[[]string](t, b, `[...document.querySelectorAll(".heat")[1].querySelectorAll("thead th")].slice(1).map(h => h.innerText)`)
	require.Len(t, scenarios, 3)
	byScenario, byType := cells(t, b, 0), cells(t, b, 1)
	for i, row := range r.Leaderboard {
		for s, scenario := range scenarios {
			kept, asked := 0, 0
			for _, v := range r.verdicts {
				if v["strategy"] != row.Strategy || v["scenario"] != scenario || v["level"] != "answer" || v["kind"] != "current" && v["kind"] != "derived" || v["verdict"] == "void" {
					continue
				}
				asked++
				if v["verdict"] == "kept" {
					kept++
				}
			}
			require.Equal(t, fmt.Sprintf("%.0f", 100*float64(kept)/float64(asked)), byScenario[i][s+1], "%s on %s", row.Strategy, scenario)
		}
		for k, name := range types {
			want := "–"
			if f := row.ByType[name]; f.Mean != nil {
				want = fmt.Sprintf("%.0f", 100**f.Mean)
			}
			require.Equal(t, want, byType[i][k+1], "%s, %s", row.Strategy, name)
		}
	}

	// Pairs, as arena compare has them.
	full := slices.IndexFunc(r.Leaderboard, func(x row) bool { return x.Strategy == "full_context" })
	goTo(t, b, fmt.Sprintf("compare?a=%d", full))
	until(t, b, `document.querySelector("figure.table tbody tr")`)
	pairs := cells(t, b, 0)
	require.Len(t, pairs, len(r.Leaderboard)-1)
	for _, row := range pairs {
		var compared struct {
			Contrasts []struct {
				Pairs       int
				Differences []struct {
					Measure string
					estimate
				}
			}
		}
		require.NoError(t, json.Unmarshal([]byte(run(t, dir, "compare", "--db", "a.db", "--in", "1", row[0], "full_context", "--format", "json")), &compared))
		contrast := compared.Contrasts[0]
		require.Equal(t, fmt.Sprint(contrast.Pairs), row[4])
		for column, measure := range map[int]string{1: "answer", 2: "stale"} {
			for _, d := range contrast.Differences {
				if d.Measure == measure {
					require.Equal(t, d.points(), row[column], "%s, %s", row[0], measure)
				}
			}
		}
	}
}

// A reader who has the file alone finds what was played, what won, what it cost, how sure that is, and, in four
// clicks, why a phone number was lost.
func TestAReaderWhoHasTheFileAlone(t *testing.T) {
	dir, r := three(t)
	for _, width := range []int{1280, 390} {
		b := open(t, width, false, "file://"+filepath.Join(dir, "r.html"))
		until(t, b, `document.querySelector("figure.table tbody tr")`)
		page := text(t, b)
		require.Contains(t, page, r.Finding)
		require.Regexp(t, `\d+ % .*\$0\.\d+ a trial`, r.Finding, "what won, and what it costs")
		require.Regexp(t, `4 rows, each a strategy of remembering, on 3 scripted conversations, 2 times each`, page)
		require.Contains(t, page, "a simulated model answered")
		require.Regexp(t, `\d\d\.\d \[\d+–\d+\]`, page, "how sure that is")
		require.NoError(t, chromedp.Do(b, chromedp.Click(`//summary[text()="The words"]`)))
		require.Contains(t, text(t, b), "the 95 % interval: how far other scenarios of the kind would move the figure")

		clicks := 0
		click := func(path string) {
			t.Helper()
			require.NoError(t, chromedp.Do(b, chromedp.Click(path)))
			clicks++
		}
		click(`//figure[contains(@class,"table")]//td//a[text()="persistent_rlm"]`)
		until(t, b, `document.querySelectorAll(".heat").length === 2`)
		column := value[int](t, b, `[...document.querySelectorAll(".heat")[1].querySelectorAll("thead th")].findIndex(h => h.innerText === "phone/id")`)
		click(fmt.Sprintf(`(//figure[contains(@class,"heat")])[2]//tbody/tr[1]/*[%d]/a`, column+1))
		until(t, b, `/probes, phone/.test(document.querySelector("#probes").innerText)`)
		click(`//figure[contains(@class,"table") and not(contains(@class,"heat"))]//td//a[contains(text(),"number") or contains(text(),"phone")]`)
		until(t, b, `document.querySelector(".fact.lost")`)
		click(`//section[contains(@class,"fact")]//a[starts-with(text(),"cycle")]`)
		require.LessOrEqual(t, clicks, 4)

		fact := value[string](t, b, `document.querySelector(".fact").innerText`)
		number := regexp.MustCompile(`\d[\d-]{2,}|[A-Z]+-?\d+`).FindString(regexp.MustCompile(`(?s)Expected\s+(.*?)\s+\(said in`).FindStringSubmatch(fact)[1])
		require.NotEmpty(t, number, fact)
		require.Regexp(t, `It left the window with cycle \d+; not written into the memory`, fact)
		require.Contains(t, value[string](t, b, `document.querySelector(".message.stated mark").innerText`), number, "where it was said")
		require.NotContains(t, value[string](t, b, `document.activeElement.innerText`), number, "the memory after the cycle that lost it")
		require.Contains(t, value[string](t, b, `document.activeElement.className`), "memory lost")
		require.Contains(t, fact, "nothing in it has the value")
		b.fine(t, "a lost number")
	}
}

// A trial that never had anything to remember has no verdicts on its memory, and says so.
func TestATrialWithoutVerdictsOnItsMemory(t *testing.T) {
	dir, r := three(t)
	key := ""
	for _, v := range r.verdicts {
		if v["strategy"] == "full_context" && v["scenario"] == "early-fact-recall" {
			key = v["trial"]
		}
	}
	b := open(t, 1280, false, "file://"+filepath.Join(dir, "r.html"))
	until(t, b, `document.querySelector("figure.table tbody tr")`)
	for _, row := range cells(t, b, 0) {
		if row[0] == "full_context" {
			require.Equal(t, "–", row[4])
		}
	}
	goTo(t, b, "trial?probe=0&key="+key)
	until(t, b, `document.querySelector(".verdicts")`)
	levels := value[[][]string](t, b, `[...document.querySelectorAll(".verdicts tbody tr")].map(r => [...r.cells].map(c => c.innerText))`)
	require.Equal(t, []string{"memory", "never left the window", ""}, levels[0])
	require.Equal(t, []string{"context", "kept"}, levels[1][:2])
	require.Contains(t, text(t, b), "It never left the window; kept")
	require.Contains(t, text(t, b), "The memory never changed: nothing left the window.")
	b.fine(t, "a trial without verdicts on its memory")
}

// What is chosen stands in the address, and is chosen again by it.
func TestTheAddressBringsTheViewBack(t *testing.T) {
	dir, _ := three(t)
	file := "file://" + filepath.Join(dir, "r.html")
	b := open(t, 1280, false, file+"#where")
	until(t, b, `document.querySelectorAll(".heat").length === 2`)
	choose := func(label, what string) {
		t.Helper()
		_ = value[bool](t, b, fmt.Sprintf(`(() => {
			const field = [...document.querySelectorAll("label.choice")].find(l => l.firstChild.textContent.trim() === %q).querySelector("select, input");
			field.value = field.options ? [...field.options].find(o => o.text === %q).value : %q;
			field.dispatchEvent(new Event("change", {bubbles: true}));
			return true;
		})()`, label, what, what))
		until(t, b, fmt.Sprintf(`[...document.querySelectorAll("label.choice")].find(l => l.firstChild.textContent.trim() === %q)`, label))
	}
	const state = `JSON.stringify([[...document.querySelectorAll("label.choice")].map(l => { const f = l.querySelector("select, input"); return [l.firstChild.textContent, f.options ? f.selectedOptions[0].text : f.value]; }), document.querySelector("main").innerText])`
	choose("strategy", "window")
	choose("type", "phone/id")
	choose("what became of it", "not written into the memory when it left the window")
	choose("words", "number")
	require.NoError(t, chromedp.Do(b, chromedp.Click(`//figure[contains(@class,"table") and not(contains(@class,"heat"))]//th//button[starts-with(text(),"turn")]`)))
	until(t, b, `location.hash.includes("sort-probes=") && /^\d+ probes, phone/.test(document.querySelector("#probes").innerText) && ![...document.querySelectorAll("td")].some(c => c.innerText === "…")`)
	for _, arg := range []string{"row=", "type=phone%2Fid", "place=not_written", "q=number", "sort-probes="} {
		require.Contains(t, value[string](t, b, "location.hash"), arg)
	}
	again := open(t, 1280, false, file+value[string](t, b, "location.hash"))
	until(t, again, `document.querySelector("#probes") && ![...document.querySelectorAll("td")].some(c => c.innerText === "…")`)
	require.Equal(t, value[string](t, b, state), value[string](t, again, state))
}

// What is taken from a page is what it shows, with the mark of what is simulated.
func TestWhatIsTakenIsWhatIsShown(t *testing.T) {
	dir, _ := three(t)
	b := open(t, 1280, false, "file://"+filepath.Join(dir, "r.html")+"#answer?sort-leaderboard=6d")
	until(t, b, `document.querySelector("figure.chart svg path")`)
	_ = value[bool](t, b, `(() => {
		window.taken = [];
		navigator.clipboard.writeText = async (t) => { taken.push(t); };
		const made = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((t) => taken.push(t)); return made.call(URL, blob); };
		return true;
	})()`)
	take := func(n int, figure string) string {
		t.Helper()
		return value[string](t, b, fmt.Sprintf(`(async () => {
			taken.length = 0;
			[...document.querySelectorAll("figure.%s")][%d].querySelector("figcaption button").click();
			while (!taken.length) await new Promise((r) => setTimeout(r, 10));
			return taken[0];
		})()`, figure, n))
	}
	table := func(page string, n int) {
		t.Helper()
		rows, err := csv.NewReader(strings.NewReader(take(n, "table"))).ReadAll()
		require.NoError(t, err, page)
		head := value[[]string](t, b, fmt.Sprintf(`[...document.querySelectorAll("figure.table")[%d].querySelectorAll("thead th")].map(h => h.innerText.replace(/ [▾▴]$/, ""))`, n))
		require.Equal(t, append(head, "simulated"), rows[0], page)
		shown := cells(t, b, n)
		require.Len(t, rows, len(shown)+1, page)
		for i, row := range shown {
			for k := range row {
				row[k] = regexp.MustCompile(`^[=+@-]`).ReplaceAllString(row[k], "'$0") // no formula of a spreadsheet
			}
			require.Equal(t, append(row, "true"), rows[i+1], page)
		}
	}
	picture := func(page string, n int) {
		t.Helper()
		svg := take(n, "chart")
		require.NoError(t, xml.Unmarshal([]byte(svg), new(struct{})), page)
		require.Contains(t, svg, ">SIMULATED</text>", page)
		for _, label := range value[[]string](t, b, fmt.Sprintf(`[...document.querySelectorAll("figure.chart")[%d].querySelectorAll("svg text")].map(t => t.textContent)`, n)) {
			var escaped strings.Builder
			require.NoError(t, xml.EscapeText(&escaped, []byte(label)))
			require.Contains(t, svg, escaped.String(), page)
		}
	}
	table("answer", 0)
	picture("answer", 0)
	goTo(t, b, "where?row=1")
	until(t, b, `document.querySelectorAll(".heat").length === 2`)
	table("where, by scenario", 0)
	table("where, by type", 1)
	goTo(t, b, "compare?a=0")
	until(t, b, `document.querySelector("figure.chart svg path") && document.querySelectorAll("figure.table").length === 1`)
	table("compare", 0)
	picture("compare", 0)
	goTo(t, b, "tables")
	until(t, b, `document.querySelectorAll("main table").length > 4`)
	require.Contains(t, take(0, "chart"), "SIMULATED", "drawn by the report")
	table("all tables", 0)
}
