// Package prompt is the prompts of a strategy or layer: templates embedded in its package, and the
// version that their texts give it.
package prompt

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"text/template"

	"contextarena.internal/llm"
)

// Set is the templates of a package: the files prompts/*.tmpl that it embeds.
type Set struct {
	files     fs.FS
	templates *template.Template
	schemas   map[string]*llm.Schema
	shared    []*Set
}

// Load reads the templates of a package. schemas are the forms of those that ask by one, and shared the
// sets of other packages whose templates it uses too. It panics on a template that can't be parsed, a
// mistake of the program.
func Load(files embed.FS, schemas map[string]*llm.Schema, shared ...*Set) *Set {
	return &Set{files, template.Must(template.ParseFS(files, "prompts/*.tmpl")), schemas, shared}
}

// of is the set that has a template.
func (s *Set) of(name string) *Set {
	for _, other := range s.shared {
		if other.templates.Lookup(name) != nil {
			return other
		}
	}
	return s
}

// Render fills a template. The templates are embedded and take the data that their package gives them, so
// it can't fail. What was said by somebody is to be quoted first (Quote).
func (s *Set) Render(name string, data any) string {
	var b strings.Builder
	if err := s.of(name).templates.ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("prompt %s: %v", name, err))
	}
	return b.String()
}

// Version is a code version, to be raised when the same prompts and settings would remember differently,
// and the hash of the named templates and their schemas, which decide what is remembered as much as the
// code does.
func (s *Set) Version(code int, names ...string) string {
	h := sha256.New()
	for _, name := range names {
		in := s.of(name)
		b, err := fs.ReadFile(in.files, "prompts/"+name)
		if err != nil {
			panic(fmt.Sprintf("prompt %s: %v", name, err))
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
		if schema := in.schemas[name]; schema != nil {
			fmt.Fprintf(h, "%s\n", schema.JSON)
		}
	}
	return fmt.Sprintf("%d+%x", code, h.Sum(nil)[:4])
}

var spaced = strings.NewReplacer("</", "< /")

// Quote is a text that may stand in a tagged block of a prompt: closing tags are spaced out, so that
// nothing a user or model wrote can end the block it is quoted in.
func Quote(text string) string { return spaced.Replace(text) }
