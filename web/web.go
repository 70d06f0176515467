// Package web has the program that shows reports in a browser, and the page it runs in. Its sources are in src,
// in TypeScript; dist has what they are built into (make web), which is all that the program embeds.
//
// A page is one file that asks nothing of any network: program, style and data stand in it, and its
// content security policy allows no other program. Of a folder, chapters of the data are files beside the page. A served
// page asks the server it came from, and nobody else.
package web

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"
)

// The program and its style.
var (
	//go:embed dist/app.js
	program string
	//go:embed dist/app.css
	style string
)

// Page is what a page has besides its program. All texts but Static are written as they are given.
type Page struct {
	Title    string    // as a text
	Static   string    // HTML that is shown until the program has started, and where it can't
	Document []byte    // JSON; nil: the program asks a server for everything
	Chapters []Chapter // that stand in the page
	Folder   bool      // chapters are files beside the page
}

// Chapter is data that the program reads where they are needed.
type Chapter struct {
	Name   string // of letters, digits and dashes
	Packed []byte // JSON, compressed by gzip
}

// File is where a chapter is, in the folder of its page.
func (c Chapter) File() string { return "data/" + c.Name + ".js" }

// Script is a chapter as the file that a page opened from disk can read: a page may run it, and may not fetch it.
func (c Chapter) Script() []byte {
	return fmt.Appendf(nil, "arenaChapter(%q,%q)\n", c.Name, base64.StdEncoding.EncodeToString(c.Packed))
}

// Write writes the page.
func (p Page) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>%s</style>
</head>
<body>
<div id="app">%s</div>
`, p.policy(), html.EscapeString(p.Title), style, p.Static)
	if p.Document != nil {
		folder := ""
		if p.Folder {
			folder = ` data-folder=""`
		}
		// Package json writes < as \u003c, so that no text ends the element.
		fmt.Fprintf(&b, "<script type=\"application/json\" id=\"document\"%s>%s</script>\n", folder, p.Document)
	}
	for _, c := range p.Chapters {
		fmt.Fprintf(&b, "<script type=\"text/plain\" id=\"chapter-%s\">%s</script>\n", c.Name, base64.StdEncoding.EncodeToString(c.Packed))
	}
	fmt.Fprintf(&b, "<script>%s</script>\n</body>\n</html>\n", program)
	_, err := io.WriteString(w, b.String())
	return err
}

// policy allows the program by its hash, the styles that charts set, pictures that stand in the page; in a folder the
// files beside the page, and in a served page requests to the server it came from.
func (p Page) policy() string {
	sum := sha256.Sum256([]byte(program))
	scripts := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if p.Folder {
		scripts += " 'self' file:"
	}
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src " + scripts
	if p.Document == nil {
		policy += "; connect-src 'self'"
	}
	return policy
}
