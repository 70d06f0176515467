package reply

import (
	"regexp"

	"contextarena.internal/words"
)

// label is what stands before a value and a colon: "landline (deleted): 555-0118".
type label struct {
	text         string
	known, extra int // its words that the question has, and that it hasn't
}

var labelled = regexp.MustCompile(`(?:^|[\n,;{]|- |\* |: )\s*([^:,;\n]{1,50}):[\s*_"]*$`)

// label is that of the value at s.
func (r *Reading) label(s words.Span) label {
	m := labelled.FindStringSubmatch(r.Text.Source()[max(0, s.Start-70):s.Start])
	if m == nil {
		return label{}
	}
	l := label{text: m[1]}
	for w := range words.Stems(m[1]) {
		switch {
		case r.asked[w]:
			l.known++
		case !idle[w]:
			l.extra++
		}
	}
	return l
}

// strange are labels that say nothing of what they label.
var strange = regexp.MustCompile(`(?i)\b(?:answer|value|result|response|note|short|summary|current|now|new|final|latest|status|confirmed|agreed|memo|re)\b`)
