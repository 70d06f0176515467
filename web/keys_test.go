//go:build browser

package web_test

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// press presses keys.
func press(t *testing.T, b *tab, keys string) {
	t.Helper()
	require.NoError(t, chromedp.Do(b, chromedp.KeyEvent(keys)))
}

// tabTo presses Tab until what is focused matches.
func tabTo(t *testing.T, b *tab, selector string) {
	t.Helper()
	for range 200 {
		press(t, b, kb.Tab)
		if value[bool](t, b, "document.activeElement.matches("+quoted(selector)+")") {
			return
		}
	}
	require.Fail(t, "Tab never comes to "+selector)
}

func quoted(text string) string { return "`" + text + "`" }

// told is what explains what is focused, to those who see and those who listen.
const told = `(() => {
	const tip = document.getElementById(document.activeElement.getAttribute("aria-describedby"));
	return tip?.role === "tooltip" && !tip.hidden && tip.getBoundingClientRect().height > 0 ? tip.textContent : "";
})()`

// Whatever a pointer is told, keys are told too.
func TestKeysReachWhatExplains(t *testing.T) {
	dir := played(t, "--strategy", "qtd") // which gives the model more than the conversation, and is warned of
	run(t, dir, "report", "--db", "a.db", "--format", "html", "--out", "r.html")
	b := open(t, 1280, false, "file://"+filepath.Join(dir, "r.html"))
	until(t, b, `document.querySelector("figure.chart svg")`)

	// The points of a chart, from left to right: the line under it reads them, and Enter goes where they lead.
	tabTo(t, b, ".plot")
	const reading = `document.querySelector("figure.chart [role=status]").innerText`
	press(t, b, kb.End)
	last := value[string](t, b, reading)
	press(t, b, kb.Home)
	first := value[string](t, b, reading)
	require.Regexp(t, `^none, 0\.0( \[0–\d+\])? %, 0\.\d+ USD open$`, first)
	require.NotEqual(t, first, last)
	require.Regexp(t, `0\.0( \[0–\d+\])? %`, value[string](t, b, `document.querySelector(".plot").innerText`), "the point says so itself")
	b.fine(t, "a point that is read")
	press(t, b, kb.Escape)
	require.Empty(t, value[string](t, b, reading))
	press(t, b, kb.ArrowRight+kb.Enter)
	until(t, b, `location.hash.startsWith("#where?row=") && document.querySelectorAll(".heat").length === 2`)

	// The cells of a map.
	tabTo(t, b, ".heat .scroll")
	press(t, b, kb.ArrowDown+kb.ArrowDown+kb.ArrowRight)
	kept := value[string](t, b, told)
	require.Regexp(t, `^\d+ of \d+ answers kept`, kept)
	press(t, b, kb.Enter)
	until(t, b, `document.querySelector(".heat [role=status]")`)
	require.Contains(t, value[string](t, b, `document.querySelector(".heat [role=status]").innerText`), kept, "what was chosen is said in the open")

	// The cells and heads of a table, and the warnings on them.
	goTo(t, b, "answer")
	until(t, b, `document.querySelector("figure.table tbody a.mark")`)
	tabTo(t, b, "figure.table .scroll")
	press(t, b, kb.ArrowRight+kb.ArrowRight)
	require.Contains(t, value[string](t, b, told), "answers that give the value")
	press(t, b, kb.ArrowDown)
	require.Contains(t, value[string](t, b, told), "n = ")
	b.fine(t, "a cell that is explained")
	press(t, b, kb.Escape)
	require.Empty(t, value[string](t, b, told))
	tabTo(t, b, "a.mark")
	warning := value[string](t, b, told)
	require.NotEmpty(t, warning)
	press(t, b, kb.Enter)
	require.Equal(t, warning, value[string](t, b, `document.activeElement.closest(".warnings li").innerText`))
}

// What a pointer is told, a finger is told on a telephone.
func TestTapsReachWhatExplains(t *testing.T) {
	dir := played(t)
	run(t, dir, "report", "--db", "a.db", "--format", "html", "--out", "r.html")
	b := open(t, 390, true, "file://"+filepath.Join(dir, "r.html"))
	require.NoError(t, chromedp.Do(b, chromedp.EmulateViewport(390, 844, chromedp.EmulateTouch)))
	until(t, b, `document.querySelector("figure.chart svg path")`)
	tap := func(box string) {
		t.Helper()
		at := value[[]float64](t, b, `(() => { const e = `+box+`; e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
		require.NoError(t, chromedp.Do(b, chromedp.TapXY(at[0], at[1])))
	}
	tap(`document.querySelector("figure.table tbody td:nth-child(2)")`)
	until(t, b, `!document.getElementById("tip").hidden`)
	require.Contains(t, value[string](t, b, told), "n = ")
	tap(`document.querySelector("h1")`)
	until(t, b, `document.getElementById("tip").hidden`)
	// A point that is tapped is read, and leads on by the link that then is there; it goes nowhere by itself.
	tap(`[...document.querySelectorAll(".plot svg path")].filter(p => p.getAttribute("fill") === getComputedStyle(document.documentElement).getPropertyValue("--accent"))[0]`)
	until(t, b, `document.querySelector("figure.chart [role=status] a")`)
	require.NotContains(t, value[string](t, b, "location.hash"), "where")
	require.Contains(t, value[string](t, b, `document.querySelector("figure.chart [role=status]").innerText`), "USD")
	b.fine(t, "tapped")
	tap(`document.querySelector("figure.chart [role=status] a")`)
	until(t, b, `location.hash.startsWith("#where?row=")`)
}
