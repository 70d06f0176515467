package prompt

import (
	"fmt"
	"slices"
	"strings"
	"text/template"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/words"
)

// String is a file of the templates, each behind a line with its name: "-- recall.tmpl --". Replaced reads it.
func (ts Texts) String() string {
	var b strings.Builder
	for _, t := range ts.All() {
		b.WriteString("-- " + t.Name + " --\n" + strings.TrimSuffix(t.Text, "\n") + "\n")
	}
	return b.String()
}

// header is the line before a template, and filled is what its package fills in: with the tags around it, if it stands in some.
var (
	header = words.Lazy(`(?m)^-- (\S+) --$\n?`)
	filled = words.Lazy(`(?s)<[a-z]+>\s*\{\{.*?</[a-z]+>|\{\{.*?\}\}`)
)

// Replaced are the templates of a user's file that differ from those with their names; what stands before the first is a
// comment. All that is filled in stays, as it is written, and nothing is added: so that rendering can't fail, what is quoted
// can't end its block, and simulated models find it. Every mistake is reported, with its line.
func (ts Texts) Replaced(file, text string) (Texts, strictyaml.Faults) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	out := Code(1)
	var faults strictyaml.Faults
	fault := func(offset int, format string, args ...any) {
		faults = append(faults, strictyaml.Fault{File: file, Line: 1 + strings.Count(text[:offset], "\n"), Column: 1, Text: fmt.Sprintf(format, args...)})
	}
	var names, seen []string
	all := ts.All()
	for _, t := range all {
		names = append(names, t.Name)
	}
	heads := header.FindAllStringSubmatchIndex(text, -1)
	for i, h := range heads {
		name, end := text[h[2]:h[3]], len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		at := slices.Index(names, name)
		if at < 0 || slices.Contains(seen, name) {
			fault(h[0], "prompt %s: want each once of %s", name, strings.Join(names, ", "))
			continue
		}
		seen = append(seen, name)
		was, now := all[at].Text, text[h[1]:end]
		if !strings.HasSuffix(was, "\n") {
			now = strings.TrimSuffix(now, "\n")
		}
		if now == was {
			continue
		}
		out[0].list = append(out[0].list, Text{Name: name, Text: now})
		left := filled.FindAllString(was, -1)
		for _, f := range filled.FindAllStringIndex(now, -1) {
			if at := slices.Index(left, now[f[0]:f[1]]); at >= 0 {
				left = slices.Delete(left, at, at+1)
			} else {
				fault(h[1]+f[0], "%s doesn't fill in %q, or not twice", name, now[f[0]:f[1]])
			}
		}
		for _, lost := range left {
			fault(h[0], "%s lacks %q", name, lost)
		}
		if _, err := template.New(file).Parse(strings.Repeat("\n", strings.Count(text[:h[1]], "\n")) + now); err != nil {
			faults = append(faults, strictyaml.Fault{Text: strings.TrimPrefix(err.Error(), "template: ")})
		}
	}
	if len(out[0].list)+len(faults) == 0 {
		fault(0, "no prompt in it differs from the strategy's own: begin with what arena strategies show NAME --prompts prints")
	}
	return out, faults
}
