//go:build browser

package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"contextarena.internal/store"
)

// These tests drive a real browser, so they are apart (make test-browser): they need Debian's
// chromium-headless-shell, and the packages of web/package.json.

// arena is the program, built once.
var arena = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "arena-browser")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "arena"), "../cmd/arena").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return filepath.Join(dir, "arena"), nil
})

// run runs the program to its end in dir and returns what it printed.
func run(t testing.TB, dir string, args ...string) string {
	t.Helper()
	program, err := arena()
	require.NoError(t, err)
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), "arena %s: %s", strings.Join(args, " "), &stderr)
	return stdout.String()
}

// played makes a database with some strategies on two scenarios, and with more of them if they are named.
func played(t *testing.T, more ...string) string {
	t.Helper()
	dir := t.TempDir()
	run(t, dir, append([]string{"run", "--db", "a.db", "--scenario", "early-fact-recall", "--scenario", "state-change-tracking", "--repeats", "2"},
		append(more, "--strategy", "rlm", "--strategy", "structured", "--strategy", "window", "--strategy", "full_context", "--strategy", "none")...)...)
	return dir
}

// tab is a tab of a browser that notes what goes wrong and what is asked of whom.
type tab struct {
	context.Context
	mu       sync.Mutex
	wrong    []string
	requests []string
}

func open(t testing.TB, width int, dark bool, url string) *tab {
	t.Helper()
	shell, err := exec.LookPath("chromium-headless-shell")
	require.NoError(t, err, "this test needs a browser; on Debian: apt-get install chromium-headless-shell")
	whole, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	var ctx context.Context
	for again := range 3 { // now and then the browser itself crashes when it starts
		ctx, cancel = chromedp.NewExecAllocator(whole, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(shell), chromedp.NoSandbox,
			chromedp.DisableGPU, chromedp.WindowSize(width, 900), chromedp.Flag("disable-background-networking", true))...)
		t.Cleanup(cancel)
		ctx, cancel = chromedp.NewContext(ctx)
		t.Cleanup(cancel)
		if err = chromedp.Do(ctx); err == nil || !strings.Contains(err.Error(), "failed to start") {
			break
		}
		t.Logf("start %d: %v", again+1, err)
	}
	require.NoError(t, err)
	b := &tab{Context: ctx}
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.wrong = append(b.wrong, fmt.Sprint(e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
				b.wrong = append(b.wrong, fmt.Sprint(e.Args))
			}
		case *log.EventEntryAdded:
			b.wrong = append(b.wrong, e.Entry.Text+" "+e.Entry.URL)
		case *network.EventRequestWillBeSent:
			b.requests = append(b.requests, e.Request.URL)
		}
	}))
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(url)))
	return b
}

// value evaluates an expression, which may be a promise.
func value[T any](t testing.TB, b *tab, expression string) T {
	t.Helper()
	v, err := chromedp.Run(b, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(t, err, expression)
	return v
}

// until waits for an expression to hold.
func until(t *testing.T, b *tab, expression string) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !value[bool](t, b, "!!("+expression+")") {
		require.True(t, time.Now().Before(deadline), "never: %s; the page says: %.500s", expression, value[string](t, b, "document.body.innerText"))
		time.Sleep(20 * time.Millisecond)
	}
}

// text is what a reader reads.
func text(t *testing.T, b *tab) string {
	t.Helper()
	return value[string](t, b, "document.body.innerText")
}

// fine checks that nothing went wrong, that the page asked nobody but this machine, that it fits its width, and that axe
// finds nothing serious.
func (b *tab) fine(t *testing.T, where string) {
	t.Helper()
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	require.NoError(t, err, "run npm ci in web")
	require.LessOrEqual(t, value[int](t, b, "document.documentElement.scrollWidth - innerWidth"), 0, "%s is wider than the screen", where)
	_ = value[bool](t, b, string(axe)+"\n;true")
	found := value[[]string](t, b, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.filter(v => ["serious", "critical"].includes(v.impact))
		.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + " " + n.failureSummary).join(" | ")))`)
	require.Empty(t, found, where)
	b.mu.Lock()
	defer b.mu.Unlock()
	require.Empty(t, b.wrong, where)
	for _, url := range b.requests {
		require.Regexp(t, `^(file://|http://127\.0\.0\.1:|data:|blob:)`, url, where)
	}
}

// goTo changes what the address names.
func goTo(t *testing.T, b *tab, hash string) {
	t.Helper()
	_ = value[bool](t, b, fmt.Sprintf("location.hash = %q; new Promise(r => setTimeout(() => r(true), 60))", hash))
}

func TestAFileShowsAllByItself(t *testing.T) {
	dir := played(t)
	run(t, dir, "report", "--db", "a.db", "--format", "html", "--out", "r.html")
	var report struct {
		Leaderboard []struct {
			Strategy string
			Answer   struct{ Mean, Low, High *float64 }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(run(t, dir, "report", "--db", "a.db", "--format", "json")), &report))

	for _, view := range []struct {
		width int
		dark  bool
	}{{1280, false}, {1280, true}, {390, false}, {390, true}} {
		t.Run(fmt.Sprintf("%d dark=%v", view.width, view.dark), func(t *testing.T) {
			b := open(t, view.width, view.dark, "file://"+filepath.Join(dir, "r.html"))
			until(t, b, `document.querySelector("nav")`)
			require.Contains(t, value[string](t, b, "document.body.innerText"), "SIMULATED")
			b.fine(t, "answer")

			// The figures are those of the other formats, in their order; a click on a column sorts.
			column := `[...document.querySelectorAll("figure.table tbody tr")].map(r => r.cells[0].innerText + " " + r.cells[1].innerText)`
			var want []string
			for _, r := range report.Leaderboard {
				text := fmt.Sprintf("%s %.1f", r.Strategy, 100**r.Answer.Mean)
				if r.Answer.Low != nil {
					text += fmt.Sprintf(" [%.0f–%.0f]", 100**r.Answer.Low, 100**r.Answer.High)
				}
				want = append(want, text)
			}
			require.Equal(t, want, value[[]string](t, b, column))
			require.NoError(t, chromedp.Do(b, chromedp.Click("figure.table thead th:nth-child(1) button")))
			until(t, b, `document.querySelector("figure.table tbody td").innerText === "full_context"`)

			// What is taken from the page carries the mark; what it is sorted by stands in the address.
			require.Contains(t, value[string](t, b, "location.hash"), "sort-leaderboard=0")
			taken := value[[]string](t, b, `(async () => {
				const texts = [];
				navigator.clipboard.writeText = async (t) => { texts.push(t); };
				document.querySelector("figure.table figcaption button").click();
				const made = URL.createObjectURL;
				URL.createObjectURL = (b) => { b.text().then((t) => texts.push(t)); return made.call(URL, b); };
				document.querySelector("figure.chart figcaption button").click();
				while (texts.length < 2) await new Promise((r) => setTimeout(r, 10));
				return texts;
			})()`)
			require.Contains(t, taken[0], ",simulated\n")
			require.Contains(t, taken[0], ",true\n")
			require.Contains(t, taken[1], ">SIMULATED</text></svg>")
			require.Contains(t, text(t, b), "What was played")

			follow(t, b)
			b.fine(t, "trial")

			goTo(t, b, "where")
			until(t, b, `document.querySelectorAll(".heat").length === 2`)
			b.fine(t, "where")
			goTo(t, b, "where?type=correction&q=budget")
			until(t, b, `/^\d+ probes, correction/.test(document.querySelector("#probes").innerText)`)
			goTo(t, b, "where?q=nothing-like-it")
			until(t, b, `document.querySelector("main").innerText.includes("No completed trial has such a probe")`)
			goTo(t, b, "compare?a=0&b=1")
			until(t, b, `document.querySelectorAll("figure.table").length >= 1`)
			b.fine(t, "compare")
			goTo(t, b, "trial?key=000000000000")
			until(t, b, `document.querySelector("main").innerText.includes("No trial 000000000000")`)
			goTo(t, b, "tables")
			until(t, b, `document.querySelectorAll("main table").length > 4`)
			b.fine(t, "tables")
			require.Equal(t, value[[]string](t, b, `[...document.querySelectorAll("main section h2")].filter(h => h.parentElement.id).map(h => h.innerText)`),
				value[[]string](t, b, `[...document.querySelectorAll(".contents a")].map(a => a.innerText)`))
		})
	}
}

// follow goes from the leaderboard to the turn of a lost fact, in four clicks at most.
func follow(t *testing.T, b *tab) {
	t.Helper()
	for _, selector := range []string{
		`[...document.querySelectorAll("figure.table td a")].find(a => a.innerText === "window")`,
		`document.querySelector(".heat tbody td a")`,
		`document.querySelector("figure.table:not(.heat) td a")`,
	} {
		until(t, b, selector)
		_ = value[bool](t, b, selector+".click(); true")
	}
	until(t, b, `document.querySelector(".fact.lost") && document.querySelector(".message.stated")`)
	text := value[string](t, b, `document.querySelector(".fact").innerText`)
	require.Contains(t, text, "Expected")
	require.Contains(t, text, "left the window with cycle")
}

// A folder has what a file has. What is read later is a file beside the page, and read from disk where a reader goes to it.
func TestAFolderIsReadWhereOneGoes(t *testing.T) {
	dir := played(t)
	run(t, dir, "report", "--db", "a.db", "--out", "out/")
	b := open(t, 1280, false, "file://"+filepath.Join(dir, "out", "index.html"))
	until(t, b, `document.querySelectorAll("figure.table tbody tr").length === 5`)
	require.Len(t, b.requests, 1, "only the page, so far")
	b.fine(t, "answer")
	follow(t, b)
	b.fine(t, "trial")
	for _, page := range []string{"compare?a=0&b=1", "tables"} {
		goTo(t, b, page)
		until(t, b, `document.querySelectorAll("main table").length >= 2`)
		b.fine(t, page)
	}
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(b.requests))), len(b.requests), "nothing is read twice")

	require.NoError(t, os.RemoveAll(filepath.Join(dir, "out", "data")))
	b = open(t, 1280, false, "file://"+filepath.Join(dir, "out", "index.html")+"#where")
	until(t, b, `document.querySelector("main").innerText.includes("data/facts.js isn't beside this page")`)
}

// hostile is what a scenario may say.
const hostile = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2> \u202etxet desrever\u202c \u2028 [link](javascript:window.hacked=3)"

func TestHostileTextsAreTexts(t *testing.T) {
	dir := t.TempDir()
	source, err := os.ReadFile("../scenarios/builtin/early-fact-recall.yaml")
	require.NoError(t, err)
	text := strings.Replace(string(source), "id: early-fact-recall", "id: hostile-texts", 1)
	long := strings.Repeat("a long line with no end ", 200_000/24)
	quoted, err := json.Marshal(hostile + " " + long)
	require.NoError(t, err)
	first := strings.Index(text, "    assistant:")
	end := first + strings.Index(text[first:], "\n  - ")
	text = text[:first] + "    assistant: " + string(quoted) + text[end:]
	require.NoError(t, os.Mkdir(filepath.Join(dir, "own"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "own", "hostile-texts.yaml"), []byte(text), 0o644))
	run(t, dir, "run", "--db", "a.db", "--scenarios-dir", "own", "--scenario", "hostile-texts", "--dialogue", "scripted", "--strategy", "window", "--repeats", "1")
	run(t, dir, "report", "--db", "a.db", "--scenarios-dir", "own", "--format", "html", "--out", "r.html")
	b := open(t, 390, false, "file://"+filepath.Join(dir, "r.html")+"#where")
	until(t, b, `document.querySelector("figure.table:not(.heat) td a")`)
	_ = value[bool](t, b, `document.querySelector("figure.table:not(.heat) td a").click(); true`)
	until(t, b, `document.querySelector(".sides")`)
	shown := value[string](t, b, `document.querySelector(".sides").textContent`)
	require.Contains(t, shown, "<script>window.hacked=1</script>")
	require.NotContains(t, shown, "\u202e")
	require.True(t, value[bool](t, b, "window.hacked === undefined"))
	require.LessOrEqual(t, value[int](t, b, "document.documentElement.scrollWidth - innerWidth"), 0)
}

// served runs arena view on dir's database and returns its address.
func served(t testing.TB, dir string) (string, *exec.Cmd) {
	t.Helper()
	program, err := arena()
	require.NoError(t, err)
	cmd := exec.Command(program, "view", "--db", "a.db", "--addr", "127.0.0.1:0", "--every", "100ms")
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	url, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(url), cmd
}

func TestAServedPageFollowsARun(t *testing.T) {
	dir := t.TempDir()
	begin := []string{"run", "--db", "a.db", "--scenario", "early-fact-recall", "--strategy", "rlm", "--strategy", "window", "--repeats", "1"}
	run(t, dir, begin...)
	url, cmd := served(t, dir)
	b := open(t, 1280, false, url)
	until(t, b, `document.querySelectorAll("figure.table tbody tr").length === 2`)
	b.fine(t, "served")
	run(t, dir, append(begin, "--strategy", "none")...) // another experiment, and now the newest
	until(t, b, `document.querySelectorAll("figure.table tbody tr").length === 3`)
	until(t, b, `document.querySelectorAll("header select option").length === 2`)

	goTo(t, b, "where?row=1")
	until(t, b, `document.querySelector("figure.table:not(.heat) td a")`)
	_ = value[bool](t, b, `document.querySelector("figure.table:not(.heat) td a").click(); true`)
	until(t, b, `[...document.querySelectorAll("button")].find(x => x.innerText === "Show requests and replies")`)
	_ = value[bool](t, b, `[...document.querySelectorAll("button")].find(x => x.innerText === "Show requests and replies").click(); true`)
	until(t, b, `document.querySelectorAll("details summary").length > 5`)
	require.Regexp(t, `\d+ requests: \d+ → \d+ tokens, .* USD nominal`, text(t, b))
	require.Regexp(t, `turn 1, dialogue, sim:nano \d+ → \d+ tokens, [0-9.]+ USD nominal`, text(t, b))

	// The bare page has the trial that lost most; a search leads to the words.
	goTo(t, b, "trial")
	until(t, b, `document.querySelector("main").innerText.includes("The trial that lost most") && document.querySelector(".sides")`)
	require.Contains(t, text(t, b), "window on ")
	goTo(t, b, "search?words=MERCURY")
	until(t, b, `document.querySelectorAll("main tbody tr").length > 1`)
	b.fine(t, "search")
	_ = value[bool](t, b, `document.querySelector("main tbody a").click(); true`)
	until(t, b, `document.querySelector(".sides mark")?.innerText === "Mercury"`)
	require.Contains(t, value[string](t, b, `document.querySelector("header select").innerText`), "original suite, 1 scenario, 3 strategies × 1, sim:nano, complete")
	b.fine(t, "served trial")

	program, err := arena()
	require.NoError(t, err)
	taken := exec.Command(program, "view", "--db", "a.db", "--addr", strings.TrimPrefix(url, "http://"))
	taken.Dir = dir
	said, err := taken.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(said), "choose another with --addr")

	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait())
	_, err = net.DialTimeout("tcp", strings.TrimPrefix(url, "http://"), time.Second)
	require.Error(t, err)
}

// smallSpace is a declared space of twelve points, enough for a surface.
const smallSpace = `name: small
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

func TestAFrontierAndItsFloor(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "space.yaml"), []byte(smallSpace), 0o644))
	run(t, dir, "sweep", "space.yaml", "--db", "a.db", "--exhaustive", "--repeats", "2", "--stretch", "0", "--scenario", "early-fact-recall", "--scenario", "rapid-fire-corrections", "--scenario", "implicit-corrections")
	run(t, dir, "report", "--db", "a.db", "--format", "html", "--out", "f.html")
	var found struct {
		Points []struct {
			Settings  string
			Cost      float64
			Retention struct{ Low *float64 }
		}
		Effects []struct {
			Dimension, Level string
			Retention        struct{ Mean, Low, High *float64 }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(run(t, dir, "report", "frontier", "--db", "a.db", "--format", "json")), &found))
	require.NotEmpty(t, found.Effects)
	var does []string
	for _, e := range found.Effects {
		require.NotNil(t, e.Retention.Low)
		signed := func(x *float64) string { return strings.Replace(fmt.Sprintf("%+.1f", 100**x), "-", "−", 1) }
		does = append(does, fmt.Sprintf("%s %s %s [%s to %s]", e.Dimension, e.Level, signed(e.Retention.Mean), signed(e.Retention.Low), signed(e.Retention.High)))
	}
	url, _ := served(t, dir)
	for _, view := range []struct {
		width int
		dark  bool
		at    string
	}{{1280, false, "file://" + filepath.Join(dir, "f.html")}, {390, true, "file://" + filepath.Join(dir, "f.html")}, {1280, true, url}} {
		b := open(t, view.width, view.dark, view.at+"#frontier?floor=0.2&by=method")
		until(t, b, `document.querySelectorAll("figure.chart svg").length === 5`)
		require.Equal(t, []string{"method", "0.2"}, value[[]string](t, b, `[...document.querySelectorAll(".filters")[0].querySelectorAll("select, input")].map(f => f.value)`))
		// What each setting does.
		require.Equal(t, does, value[[]string](t, b, `[...document.querySelectorAll("h2#effects ~ figure.table")[0].querySelectorAll("tbody tr")].map(r => r.cells[0].innerText + " " + r.cells[2].innerText)`))
		goTo(t, b, "frontier?floor=0.2&by=method&effect=cost")
		until(t, b, `document.querySelector('.plot[aria-label*="does to cost"]')`)
		cheapest, cost, above := "", 0.0, 0
		for _, p := range found.Points {
			if p.Retention.Low != nil && *p.Retention.Low >= 0.2 {
				above++
				if cheapest == "" || p.Cost < cost {
					cheapest, cost = p.Settings, p.Cost
				}
			}
		}
		require.Positive(t, above)
		require.Contains(t, value[string](t, b, `document.querySelector("main").innerText`), fmt.Sprintf("%d points keep 20 %% or more", above))
		require.Contains(t, value[string](t, b, `document.querySelector("figure.table tbody td").dataset.tip`), cheapest+":")
		b.fine(t, "frontier")
		goTo(t, b, "frontier?floor=1")
		until(t, b, `document.querySelector("main").innerText.includes("No point's lower end reaches this floor")`)
	}
}

func TestNightsOnAPage(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plan.yaml": "scenarios: [early-fact-recall, rapid-fire-corrections]\nstrategies: [window, rlm]\nmodels: [sim:nano]\nrepeats: 3\ndialogue: scripted\n",
		"gate.yaml": "plan: plan.yaml\nbaseline: baseline.json\ninconclusive: pass\ngates:\n  - {strategy: rlm, metric: answer, may_fall_by: 60 points}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	run(t, dir, "nightly", "gate.yaml", "--db", "a.db", "--night", "2026-11-20", "--update-baseline")
	run(t, dir, "nightly", "gate.yaml", "--db", "a.db", "--night", "2026-11-21")
	run(t, dir, "report", "nights", "--db", "a.db", "--format", "html", "--out", "n.html")
	b := open(t, 1280, false, "file://"+filepath.Join(dir, "n.html"))
	until(t, b, `document.querySelector("figure.chart svg")`)
	require.Equal(t, 4, value[int](t, b, `document.querySelectorAll("figure.table")[0].querySelectorAll("tbody tr").length`))
	require.Contains(t, value[string](t, b, `document.querySelector("main").innerText`), "2 nights")
	b.fine(t, "nights")
	require.Equal(t, []string{"gate 2026-11-21 pass", "gate 2026-11-20 first night"},
		value[[]string](t, b, `[...document.querySelectorAll("figure.table")[1].querySelectorAll("tbody tr")].map(r => r.cells[0].innerText + " " + r.cells[3].innerText)`))
	require.Equal(t, 0, value[int](t, b, `document.querySelectorAll(".missing").length`))
}

// Every kind of experiment has a page of its own, in a file and served, with the figures of its other formats.
func TestEveryKindHasAPage(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "lab", "evolve", "--db", "a.db", "--model", "sim:standard", "--suite", "original", "--tasks", "0", "--scenario", "cascading-corrections", "--scenario", "rapid-fire-corrections",
		"--scenario", "implicit-corrections", "--descriptors", "correction,quantity", "--held-out", "1", "--evaluations", "16", "--batch", "8", "--fresh", "1")
	run(t, dir, "lab", "learn", "--db", "a.db", "--train", "early-fact-recall", "--held-out", "implicit-corrections", "--sessions", "2", "--chains", "3")
	data, err := filepath.Abs("../lab/contextarena/testdata")
	require.NoError(t, err)
	run(t, dir, "import", "--db", "a.db", "context-arena", filepath.Join(data, "nano-baseline.json"), filepath.Join(data, "rllm-extraction.json"))
	for i, kind := range []struct {
		page   string
		report []string
		shows  string   // there, once the page is
		cells  []string // of its tables, which the report has
	}{
		{"evolution", []string{"report", "evolution"}, `document.querySelector(".heat td") && document.querySelector("figure.table:not(.heat) td")`, nil},
		{"learning", []string{"report", "2"}, `document.querySelectorAll("figure.chart svg").length === 2`, nil},
		{"imported", []string{"report", "3"}, `document.querySelectorAll("figure.chart svg").length === 1 && document.querySelector(".heat td")`, []string{"81.8 [61–93]", "100.0 [76–100]"}},
	} {
		file := kind.page + ".html"
		run(t, dir, append(kind.report, "--db", "a.db", "--out", file)...)
		var report struct{ Finding string }
		require.NoError(t, json.Unmarshal([]byte(run(t, dir, append(kind.report, "--db", "a.db", "--format", "json")...)), &report))
		require.NotEmpty(t, report.Finding)
		url, _ := served(t, dir)
		for _, view := range []struct {
			width int
			dark  bool
			url   string
		}{
			{1280, false, "file://" + filepath.Join(dir, file)}, {390, true, "file://" + filepath.Join(dir, file)}, {1280, true, fmt.Sprintf("%s#%s?experiment=%d", url, kind.page, i+1)},
		} {
			b := open(t, view.width, view.dark, view.url)
			until(t, b, kind.shows)
			text := value[string](t, b, `document.querySelector("main").innerText`)
			require.Contains(t, text, report.Finding)
			for _, cell := range kind.cells {
				require.Contains(t, text, cell)
			}
			b.fine(t, kind.page)
			goTo(t, b, fmt.Sprintf("tables?experiment=%d", i+1))
			until(t, b, `document.querySelectorAll("main table").length > 1`)
			b.fine(t, kind.page+", tables")
		}
	}
}

// What isn't there is said on the page, with what to do, and comes by itself where it can.
func TestWhatIsNotThereIsSaid(t *testing.T) {
	dir := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(dir, "a.db"), store.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	url, view := served(t, dir)
	says := func(b *tab, text string) {
		t.Helper()
		until(t, b, fmt.Sprintf("document.querySelector('.missing')?.innerText.includes(%q)", text))
	}
	// An empty database fills itself.
	b := open(t, 390, false, url)
	says(b, "begin one with arena run")
	b.wrong = nil // Chromium logs the answer 404
	b.fine(t, "empty")
	program, err := arena()
	require.NoError(t, err)
	long := exec.Command(program, "run", "--db", "a.db", "--suite", "original", "--repeats", "60")
	long.Dir = dir
	require.NoError(t, long.Start())
	until(t, b, `document.querySelector("figure.table tbody tr")`)
	says(b, "This experiment is running.")

	// A run that was killed says how far it came.
	require.NoError(t, long.Process.Kill())
	_ = long.Wait() // killed
	b = open(t, 1280, true, url)
	says(b, "This experiment is interrupted: its process is gone; to go on: arena run --db a.db --repeats 60 --suite original")
	b.fine(t, "killed")
	goTo(t, b, "where?row=0")
	until(t, b, `document.querySelectorAll(".heat").length === 2`)
	b.fine(t, "where, killed")

	// An experiment that isn't in the database, a trial that isn't in the experiment.
	b = open(t, 1280, false, url+"#answer?experiment=9")
	says(b, `no experiment "9" (see arena experiments)`)
	goTo(t, b, "trial?experiment=1&key=000000000000")
	says(b, "This experiment")
	until(t, b, `document.querySelector("main").innerText.includes("No trial 000000000000 among those that this page lists")`)

	// Pruned texts are no longer there; verdicts are.
	run(t, dir, "run", "--db", "a.db", "--scenario", "early-fact-recall", "--strategy", "window", "--repeats", "1")
	run(t, dir, "db", "prune", "--keep", "0h", "--db", "a.db")
	run(t, dir, "report", "--db", "a.db", "--out", "pruned.html")
	for _, at := range []string{url + "#where?experiment=2", "file://" + filepath.Join(dir, "pruned.html") + "#where"} {
		b = open(t, 1280, false, at)
		until(t, b, `document.querySelector("figure.table:not(.heat) td a")`)
		_ = value[bool](t, b, `document.querySelector("figure.table:not(.heat) td a").click(); true`)
		says(b, "arena db prune took texts of this trial")
		require.NotEmpty(t, value[string](t, b, `document.querySelector(".fact dd.said").innerText`))
		b.fine(t, "pruned")
	}

	// A server that ended says so.
	b = open(t, 1280, false, url)
	until(t, b, `document.querySelector("figure.table tbody tr")`)
	require.NoError(t, view.Process.Signal(os.Interrupt))
	says(b, "arena view has ended")
}
