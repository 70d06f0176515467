package match

import (
	_ "embed"
	"strings"

	"contextarena.internal/words"
)

//go:embed speech.txt
var speechFile string

var speechParts = readSpeech(speechFile)

// included is where an expression of speech.txt stands for another.
var included = words.Lazy(`\{[a-zA-Z]+\}`)

// readSpeech reads the expressions of speech.txt by their names.
func readSpeech(file string) map[string]string {
	out := map[string]string{}
	name := ""
	for line := range strings.Lines(file) {
		line = strings.TrimSuffix(line, "\n")
		switch is, heads := strings.CutPrefix(line, "= "); {
		case heads:
			name = is
		case line != "" && !strings.HasPrefix(line, "# "):
			if out[name] != "" {
				out[name] += "|"
			}
			out[name] += included.ReplaceAllStringFunc(line, func(of string) string { return out[strings.Trim(of, "{}")] })
		}
	}
	return out
}

// speech is an expression of speech.txt. One that isn't there panics: the file is part of the program.
func speech(name string) *words.Expression {
	if speechParts[name] == "" {
		panic("match: speech.txt has no " + name)
	}
	return words.MustExpression(speechParts[name])
}
