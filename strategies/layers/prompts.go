package layers

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"text/template"

	"contextarena.internal/llm"
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

// schemas are the forms of the templates that ask by one.
var schemas = map[string]*llm.Schema{
	"corrections.tmpl": changeForm.Schema(), "channels.tmpl": channelForm.Schema(), "cascade.tmpl": dependencyForm.Schema(),
	"shadow_graph.tmpl": graphForm.Schema(), "foresight_genre.tmpl": genreForm.Schema(), "da_rlm_choose.tmpl": passForm.Schema(),
	"episodic_dedicated.tmpl": foundForm.Schema(), "episodic_stated.tmpl": statedForm.Schema(), "episodic_verify.tmpl": statedForm.Schema(),
}

// version is a layer's code version, raised when the same prompts and settings would remember
// differently, and the hash of its templates and their schemas.
func version(code int, templates ...string) string {
	h := sha256.New()
	for _, name := range templates {
		b, err := fs.ReadFile(promptFiles, "prompts/"+name)
		if err != nil {
			panic(fmt.Sprintf("layers: prompt %s: %v", name, err))
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
		if s := schemas[name]; s != nil {
			fmt.Fprintf(h, "%s\n", s.JSON)
		}
	}
	return fmt.Sprintf("%d+%x", code, h.Sum(nil)[:4])
}
