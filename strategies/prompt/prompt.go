// Package prompt is the prompts of a strategy or layer: templates embedded in its package, the version
// that their texts give it, and a user's that take their place.
package prompt

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"

	"contextarena.internal/arena"
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

// Render fills a template, or the one of env that takes its place. They take the data that their package
// gives them, so it can't fail. What was said by somebody is to be quoted first (Quote).
func (s *Set) Render(env arena.Env, name string, data any) string {
	t := s.of(name).templates.Lookup(name)
	if text, ok := env.Prompts[name]; ok {
		t = template.Must(template.New(name).Parse(text))
	}
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		panic(fmt.Sprintf("prompt %s: %v", name, err))
	}
	return b.String()
}

// Text is a template as it is written, and the form of its reply, if it asks for one.
type Text struct {
	Name, Text string
	schema     *llm.Schema
}

// Texts are the templates of a strategy or layer, by code version: an integer, to be raised when the same prompts and
// settings would remember differently.
type Texts []struct {
	code int
	list []Text
}

// Code is a code version without templates.
func Code(version int) Texts { return Texts{{code: version}} }

// Of are the named templates, and the code version of what uses them.
func (s *Set) Of(code int, names ...string) Texts {
	out := Code(code)
	for _, name := range names {
		in := s.of(name)
		b, err := fs.ReadFile(in.files, "prompts/"+name)
		if err != nil {
			panic(fmt.Sprintf("prompt %s: %v", name, err))
		}
		out[0].list = append(out[0].list, Text{name, string(b), in.schemas[name]})
	}
	return out
}

// Version has the code versions, and hashes of the templates and their schemas, which decide what is remembered as
// much as the code does.
func (ts Texts) Version() string {
	var versions []string
	for _, t := range ts {
		version, h := fmt.Sprint(t.code), sha256.New()
		for _, x := range t.list {
			fmt.Fprintf(h, "%s %d\n%s", x.Name, len(x.Text), x.Text)
			if x.schema != nil {
				fmt.Fprintf(h, "%s\n", x.schema.JSON)
			}
		}
		if len(t.list) > 0 {
			version += fmt.Sprintf("+%x", h.Sum(nil)[:4])
		}
		versions = append(versions, version)
	}
	return strings.Join(versions, ",")
}

// All are the templates, each once.
func (ts Texts) All() (out []Text) {
	for _, t := range ts {
		for _, x := range t.list {
			if !slices.ContainsFunc(out, func(y Text) bool { return y.Name == x.Name }) {
				out = append(out, x)
			}
		}
	}
	return out
}

var spaced = strings.NewReplacer("</", "< /")

// Quote is a text that may stand in a tagged block of a prompt: closing tags are spaced out, so that
// nothing a user or model wrote can end the block it is quoted in.
func Quote(text string) string { return spaced.Replace(text) }
