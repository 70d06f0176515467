package compaction

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/golden"
	"contextarena.internal/internal/strictyaml"
)

// standard is the source's configuration.
var standard = strictyaml.Default[Config]()

// text is a string as the vectors write it: long runs of one character as {"repeat": c, "n": count}.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var run struct {
		Repeat string
		N      int
	}
	if json.Unmarshal(b, &run) == nil {
		*t = text(strings.Repeat(run.Repeat, run.N))
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}

type entryVector struct {
	Reasoning, Code, Output text
	Calls                   int `json:"llm_calls"`
}

func entriesOf(vs []entryVector) []Entry {
	out := make([]Entry, len(vs))
	for i, v := range vs {
		out[i] = Entry{string(v.Reasoning), string(v.Code), string(v.Output), v.Calls}
	}
	return out
}

func TestDeterministic(t *testing.T) {
	type vector struct {
		Name  string
		Input struct {
			Entries  []entryVector
			Task     string
			Findings bool `json:"include_key_findings"`
		}
		Expected struct {
			Summary, Errors string
			Findings        string `json:"key_findings"`
			Successful      int
			Calls           int `json:"llm_calls"`
		}
	}
	for _, v := range golden.Cases[vector](t, "compaction_deterministic.json") {
		c, entries := standard, entriesOf(v.Input.Entries)
		c.KeyFindings = v.Input.Findings
		require.Equal(t, v.Expected.Summary, c.Deterministic(entries, v.Input.Task), v.Name)
		require.Equal(t, v.Expected.Findings, strings.Join(keyFindings(entries), "; "), v.Name)
		require.Equal(t, v.Expected.Errors, strings.Join(issues(entries), ", "), v.Name)
		successful, calls := counted(entries)
		require.Equal(t, v.Expected.Successful, successful, v.Name)
		require.Equal(t, v.Expected.Calls, calls, v.Name)
	}
}

type configVector struct {
	Min       *int  `json:"min_entries_for_compaction"`
	Max       *int  `json:"max_entries_before_compaction"`
	Chars     *int  `json:"max_chars_before_compaction"`
	Sentences *int  `json:"summary_max_sentences"`
	Preserve  *int  `json:"preserve_last_n_entries"`
	Findings  *bool `json:"include_key_findings"`
	Model     *bool `json:"use_llm_for_summary"`
	Fallback  *bool `json:"fallback_to_deterministic"`
}

func (v configVector) config() Config {
	c := standard
	for to, from := range map[*int]*int{&c.MinEntries: v.Min, &c.MaxEntries: v.Max, &c.MaxChars: v.Chars, &c.SummarySentences: v.Sentences, &c.PreserveLast: v.Preserve} {
		if from != nil {
			*to = *from
		}
	}
	for to, from := range map[*bool]*bool{&c.KeyFindings: v.Findings, &c.UseModel: v.Model, &c.FallBackToRules: v.Fallback} {
		if from != nil {
			*to = *from
		}
	}
	return c
}

type triggerVector struct {
	Name  string
	Input struct {
		Entries  []entryVector
		Config   configVector
		Task     string
		Force    bool
		LLM      *string
		Appends  int
		Template entryVector
	}
	Expected struct {
		Entries, Chars   int
		Should           bool    `json:"should_compact"`
		OriginalEntries  int     `json:"original_entries"`
		CompactedEntries int     `json:"compacted_entries"`
		OriginalChars    int     `json:"original_chars"`
		CompactedChars   int     `json:"compacted_chars"`
		Compression      float64 `json:"compression_ratio"`
		Summary          string
		UsedLLM          bool   `json:"used_llm"`
		PreservedOutputs []text `json:"preserved_outputs"`
		Applied          []entryVector
		AppliedChars     int    `json:"applied_chars"`
		AppliedShould    bool   `json:"applied_should_compact"`
		Prompt           string `json:"llm_prompt"`
		Raises           string
		Compactions      []struct {
			After            int `json:"after_append"`
			OriginalEntries  int `json:"original_entries"`
			CompactedEntries int `json:"compacted_entries"`
			OriginalChars    int `json:"original_chars"`
			CompactedChars   int `json:"compacted_chars"`
			Summary          string
			First            string `json:"first_entry_output"`
			Now              int    `json:"entries_now"`
		}
		Final []entryVector `json:"final_entries"`
	}
}

// The vectors are of the source's code, and so of AsDocumented: that an empty reply is a summary, among them.
func TestCompaction(t *testing.T) {
	for _, v := range golden.Cases[triggerVector](t, "compaction_trigger.json") {
		if v.Input.Appends > 0 {
			chain(t, v)
			continue
		}
		want := v.Expected
		h := History{Entries: entriesOf(v.Input.Entries)}
		c := Compactor{Config: v.Input.Config.config(), Mode: AsDocumented}
		prompt := ""
		if v.Input.LLM != nil {
			c.Write = func(_ context.Context, r Request) (string, error) {
				prompt = r.Prompt()
				switch *v.Input.LLM {
				case "ok":
					return "  LLM summary.  ", nil
				case "fail":
					return "", errors.New("boom")
				}
				return "", nil
			}
		}
		require.Len(t, h.Entries, want.Entries, v.Name)
		require.Equal(t, want.Chars, h.Chars(), v.Name)
		require.Equal(t, want.Should, c.Due(h), v.Name)
		r, err := c.Compact(t.Context(), h, v.Input.Task, v.Input.Force)
		if want.Raises != "" {
			require.ErrorContains(t, err, "boom", v.Name)
			continue
		}
		require.NoError(t, err, v.Name)
		require.Equal(t, want.Prompt, prompt, v.Name)
		require.Equal(t, []int{want.OriginalEntries, want.CompactedEntries, want.OriginalChars, want.CompactedChars},
			[]int{r.OriginalEntries, r.CompactedEntries, r.OriginalChars, r.CompactedChars}, v.Name)
		require.InDelta(t, want.Compression, r.Ratio(), 1e-12, v.Name)
		require.Equal(t, want.Summary, r.Summary, v.Name)
		require.Equal(t, want.UsedLLM, r.UsedModel, v.Name)
		outputs := []text{}
		for _, e := range r.Preserved {
			outputs = append(outputs, text(e.Output))
		}
		require.Equal(t, want.PreservedOutputs, outputs, v.Name)
		after := Apply(h, r)
		require.Equal(t, entriesOf(want.Applied), append([]Entry{}, after.Entries...), v.Name)
		require.Equal(t, want.AppliedChars, after.Chars(), v.Name)
		require.Equal(t, want.AppliedShould, c.Due(after), v.Name)
	}
}

// chain appends entries one by one and compacts whenever it is due.
func chain(t *testing.T, v triggerVector) {
	t.Helper()
	c := Compactor{Config: v.Input.Config.config()}
	var h History
	for i := range v.Input.Appends {
		fill := func(s text) string { return strings.ReplaceAll(string(s), "{i}", strconv.Itoa(i)) }
		h.Entries = append(h.Entries, Entry{Reasoning: fill(v.Input.Template.Reasoning), Code: fill(v.Input.Template.Code), Output: fill(v.Input.Template.Output)})
		if !c.Due(h) {
			continue
		}
		require.NotEmpty(t, v.Expected.Compactions, "append %d", i)
		want := v.Expected.Compactions[0]
		v.Expected.Compactions = v.Expected.Compactions[1:]
		r, err := c.Compact(t.Context(), h, v.Input.Task, false)
		require.NoError(t, err)
		h = Apply(h, r)
		require.Equal(t, []int{want.After, want.OriginalEntries, want.CompactedEntries, want.OriginalChars, want.CompactedChars, want.Now},
			[]int{i, r.OriginalEntries, r.CompactedEntries, r.OriginalChars, r.CompactedChars, len(h.Entries)})
		require.Equal(t, want.Summary, r.Summary)
		require.Equal(t, want.First, h.Entries[0].Output)
	}
	require.Empty(t, v.Expected.Compactions)
	require.Equal(t, entriesOf(v.Expected.Final), h.Entries)
}

func TestConversation(t *testing.T) {
	type vector struct {
		Name  string
		Input struct {
			Max   int `json:"max_turns"`
			Turns []Turn
		}
		Expected struct {
			After []struct {
				Kept    int `json:"turns_kept"`
				Summary string
			} `json:"after_each"`
			Context string
		}
	}
	for _, v := range golden.Cases[vector](t, "conversation_memory.json") {
		c := Conversation{MaxTurns: v.Input.Max, UserChars: PreviewChars, ReplyChars: PreviewChars}
		for i, turn := range v.Input.Turns {
			c.Add(turn)
			require.Equal(t, v.Expected.After[i].Kept, c.Kept(), v.Name)
			require.Equal(t, v.Expected.After[i].Summary, c.Summary(), v.Name)
		}
		require.Equal(t, v.Expected.Context, c.Context(), v.Name)
	}
}
