package layers

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"text/template"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompts/*.tmpl"))

// untag spaces out closing tags inside quoted text, so that nothing a user or model wrote can end
// the block it is quoted in: </ becomes < /.
var untag = strings.NewReplacer("</", "< /")

// quoted is text that may stand in a tagged block of a prompt.
func quoted(text string) string { return untag.Replace(text) }

// render fills a template. The templates are embedded and take the data given here, so it can't
// fail.
func render(name string, data any) string {
	var b strings.Builder
	if err := prompts.ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("layers: prompt %s: %v", name, err))
	}
	return b.String()
}

// version is a layer's code version, raised when the same prompts and settings would remember
// differently, and the hash of its templates.
func version(code int, templates ...string) string { //nolint:unparam // each layer raises its own number
	h := sha256.New()
	for _, name := range templates {
		b, err := fs.ReadFile(promptFiles, "prompts/"+name)
		if err != nil {
			panic(fmt.Sprintf("layers: prompt %s: %v", name, err))
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
	}
	return fmt.Sprintf("%d+%x", code, h.Sum(nil)[:4])
}
