//go:build browser

package web_test

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// painted notes when the first table is painted, in milliseconds since the page was asked for.
const painted = `new MutationObserver((_, o) => {
	if (!document.querySelector("figure.table tbody tr")) return;
	o.disconnect();
	requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
}).observe(document, {subtree: true, childList: true})`

// BenchmarkFirstView is how long a reader of the default run waits for the first table, in a file and served.
func BenchmarkFirstView(b *testing.B) {
	dir := b.TempDir()
	run(b, dir, "run", "--db", "a.db")
	run(b, dir, "report", "--db", "a.db", "--out", "r.html")
	url, _ := served(b, dir)
	for name, at := range map[string]string{"file": "file://" + filepath.Join(dir, "r.html"), "served": url} {
		b.Run(name, func(b *testing.B) {
			in := open(b, 1280, false, "about:blank")
			_, err := chromedp.Call(in, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: painted})
			require.NoError(b, err)
			total := 0.0
			for b.Loop() {
				require.NoError(b, chromedp.Do(in, chromedp.Navigate("about:blank"), chromedp.Navigate(at)))
				total += value[float64](b, in, "new Promise((r) => { const look = () => (window.painted ? r(window.painted) : setTimeout(look, 5)); look(); })")
			}
			b.ReportMetric(total/float64(b.N), "ms/first-table")
		})
	}
}
