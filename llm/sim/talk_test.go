package sim_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
)

// talk is a conversation nobody wrote for the simulated models, with facts planted in it.
type talk struct {
	ID       string    `yaml:"id" need:"true"`
	About    string    `yaml:"about" need:"true"`
	Register string    `yaml:"register" need:"true"` // how the user writes
	Messages []said    `yaml:"messages" need:"true"`
	Facts    []planted `yaml:"facts" need:"true"`
	Fuzz     []string  `yaml:"-"` // what was done to it, in order; empty for one as it was written
}

// said is a message. One that stands alone can be said at any time: it refers to no other, and
// no other to it.
type said struct {
	Role  string `yaml:"role" need:"true"`
	Text  string `yaml:"text" need:"true"`
	Alone bool   `yaml:"alone"`
}

// planted is a fact that can be asked for when the user has said message Turn (1, 2, ...).
type planted struct {
	Question string    `yaml:"question" need:"true"`
	Kind     string    `yaml:"kind" need:"true"`
	Value    []string  `yaml:"value" need:"true"` // all of them are in a good answer, in whatever case
	Turn     int       `yaml:"turn" need:"true"`
	Old      string    `yaml:"old"`      // of a correction: what was true before
	Operands []operand `yaml:"operands"` // of a total that nobody states: what it adds up
}

// operand is a text that begins with a number.
type operand struct {
	Turn int    `yaml:"turn" need:"true"`
	Text string `yaml:"text" need:"true"`
}

// user returns the user's messages.
func (t talk) user() []string {
	var texts []string
	for _, m := range t.Messages {
		if m.Role == string(llm.User) {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// conversations reads the conversations of testdata/talk, in the order of their names.
func conversations(t testing.TB) []talk {
	t.Helper()
	files, err := filepath.Glob("testdata/talk/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var talks []talk
	for _, path := range files {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		doc, err := strictyaml.Parse(path, b)
		require.NoError(t, err)
		var c talk
		require.NoError(t, doc.Decode(&c).Err())
		talks = append(talks, c)
	}
	return talks
}

// talkKinds are what a fact can be.
var talkKinds = []string{"identifier", "amount", "date", "place", "relation", "decision", "correction", "name"}

// checkTalk requires that every fact of t is where it says it is.
func checkTalk(t *testing.T, c talk) {
	t.Helper()
	user := c.user()
	for _, f := range c.Facts {
		require.Contains(t, talkKinds, f.Kind, f.Question)
		require.True(t, 1 <= f.Turn && f.Turn <= len(user), f.Question)
		require.Equal(t, f.Kind == "correction", f.Old != "", f.Question)
		if len(f.Operands) > 0 {
			sum, last := 0, 0
			for _, o := range f.Operands {
				require.Contains(t, user[o.Turn-1], o.Text, f.Question)
				n, err := strconv.Atoi(strings.Fields(o.Text)[0])
				require.NoError(t, err, f.Question)
				sum, last = sum+n, max(last, o.Turn)
			}
			require.Equal(t, last, f.Turn, "a total can be asked for when its last operand was said")
			require.Equal(t, []string{strconv.Itoa(sum)}, f.Value, f.Question)
			continue
		}
		for _, v := range f.Value {
			require.Truef(t, holdsWord(user[f.Turn-1], v), "%q: no %q in message %d, %q", f.Question, v, f.Turn, user[f.Turn-1])
			require.NotEqual(t, f.Old, v)
		}
		if f.Old != "" {
			before := slices.IndexFunc(user, func(m string) bool { return holdsWord(m, f.Old) })
			require.Truef(t, 0 <= before && before < f.Turn-1, "%q: no %q before message %d", f.Question, f.Old, f.Turn)
		}
	}
}

func TestConversationsAreInOrder(t *testing.T) {
	talks := conversations(t)
	require.Len(t, talks, 20)
	have, corrections, totals := map[string]int{}, 0, 0
	for _, c := range talks {
		t.Run(c.ID, func(t *testing.T) {
			checkTalk(t, c)
			user := c.user()
			require.True(t, 10 <= len(user) && len(user) <= 25, "%d messages of the user", len(user))
			require.GreaterOrEqual(t, len(c.Facts), 8)
			require.Equal(t, string(llm.User), c.Messages[0].Role)
			require.False(t, c.Messages[0].Alone, "the beginning stays where it is")
			for _, m := range c.Messages {
				require.Contains(t, []string{string(llm.User), string(llm.Assistant)}, m.Role)
				for _, f := range c.Facts {
					if f.Old != "" && (holdsWord(m.Text, f.Old) || holdsWord(m.Text, f.Value[0])) {
						require.False(t, m.Alone, "%q takes part in a correction", m.Text)
					}
					for _, v := range f.Value {
						require.False(t, m.Role == string(llm.Assistant) && f.Kind != "relation" && f.Kind != "decision" && holdsWord(m.Text, v), "the reply %q gives a value away", m.Text)
					}
				}
			}
		})
		for _, f := range c.Facts {
			have[f.Kind]++
			if f.Old != "" {
				corrections++
			}
			if len(f.Operands) > 0 {
				totals++
			}
		}
	}
	for _, k := range talkKinds {
		require.GreaterOrEqual(t, have[k], 10, "facts of kind %s", k)
	}
	require.GreaterOrEqual(t, corrections, 20)
	require.GreaterOrEqual(t, totals, 8)
}

func TestFuzzedConversationsAreInOrder(t *testing.T) {
	talks := fuzzed(t, 1)
	require.Len(t, talks, 100)
	require.Equal(t, talks, fuzzed(t, 1))
	require.NotEqual(t, talks, fuzzed(t, 2))
	written := map[string]talk{}
	for _, c := range conversations(t) {
		written[c.ID] = c
	}
	done := map[string]int{}
	for _, c := range talks {
		checkTalk(t, c)
		original := written[c.ID]
		require.Len(t, c.Messages, len(original.Messages))
		require.Len(t, c.Facts, len(original.Facts))
		require.NotEqual(t, original.Messages, c.Messages, c.Fuzz)
		for _, f := range c.Fuzz {
			done[f]++
		}
	}
	for _, s := range talkStyles {
		require.Greater(t, done[s.name], 5, s.name)
	}
	require.Greater(t, done["shuffled"], 50)
	require.Greater(t, done["revalued"], 50)
}
