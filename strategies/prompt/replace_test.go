package prompt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const notes = "Keep notes.\n{{if .Knowledge}}\n<knowledge>\n{{.Knowledge}}\n</knowledge>\n{{end}}In {{.Words}} words:\n<transcript>\n{{.Transcript}}</transcript>\n"

var own = Texts{{code: 2, list: []Text{{Name: "notes.tmpl", Text: notes}, {Name: "plain.tmpl", Text: "No more."}}}, {code: 1, list: []Text{{Name: "plain.tmpl", Text: "No more."}}}}

func TestReplaced(t *testing.T) {
	mine := strings.Replace(notes, "Keep notes.", "<style>Be brief.</style>", 1)
	got, faults := own.Replaced("mine.txt", "A comment.\r\n-- notes.tmpl --\r\n"+strings.ReplaceAll(mine, "\n", "\r\n")+"-- plain.tmpl --\nNo more.\n")
	require.Empty(t, faults)
	require.Equal(t, []Text{{Name: "notes.tmpl", Text: mine}}, got.All(), "what is the same is none")
	require.NotEqual(t, own.Version(), got.Version())
	got, faults = own.Replaced("mine.txt", "-- plain.tmpl --\nStop.\n")
	require.Empty(t, faults)
	require.Equal(t, "Stop.", got.All()[0].Text, "it ends as the original does")
}

func TestReplacedReportsEveryMistake(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"several": {
			"-- note.tmpl --\n-- notes.tmpl --\nKeep.\n<knowledge>\n{{.Knowledge}}\n</knowledge>\n{{.Wrods}}\n<transcript>\n{{.Transcript}}\nNow:</transcript>\n-- notes.tmpl --\n",
			`f:1:1: prompt note.tmpl: want each once of notes.tmpl, plain.tmpl
f:2:1: notes.tmpl lacks "<transcript>\n{{.Transcript}}</transcript>"
f:2:1: notes.tmpl lacks "{{.Words}}"
f:2:1: notes.tmpl lacks "{{end}}"
f:2:1: notes.tmpl lacks "{{if .Knowledge}}"
f:7:1: notes.tmpl doesn't fill in "{{.Wrods}}", or not twice
f:8:1: notes.tmpl doesn't fill in "<transcript>\n{{.Transcript}}\nNow:</transcript>", or not twice
f:11:1: prompt notes.tmpl: want each once of`,
		},
		"no form":   {"-- notes.tmpl --\n{{end}}" + strings.Replace(notes, "{{end}}", "", 1), "f:2: unexpected {{end}}"},
		"the same":  {own.String(), "f:1:1: no prompt in it differs"},
		"no prompt": {"Keep notes.", "f:1:1: no prompt in it differs"},
		"a call":    {"-- plain.tmpl --\n{{printf \"%d\" 1}}", "f:2:1: plain.tmpl doesn't fill in \"{{printf"},
		"no end":    {"-- plain.tmpl --\nNo {{more.", "f:2: function"},
	} {
		t.Run(name, func(t *testing.T) {
			_, faults := own.Replaced("f", c.text)
			require.ErrorContains(t, faults, c.want)
		})
	}
}
