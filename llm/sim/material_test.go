package sim

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMaterial(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // "label|text" of what is quoted, trimmed
		told string   // the rest, its spaces joined
	}{
		"nothing":                {"What is the budget?", nil, "What is the budget?"},
		"tags":                   {"Your notes so far:\n\n<knowledge>\n- a\n</knowledge>\n\n<chat_log>\nuser: b\n</chat_log>\nWrite notes.", []string{"knowledge|- a", "chat log|user: b"}, "Your notes so far: Write notes."},
		"a tag with attributes":  {"<doc id=\"1\">x y</doc>\nWho?", []string{"doc|x y"}, "Who?"},
		"an order over talk":     {"Summarise this conversation:\nTom: hi\n", []string{"summarise this conversation|Tom: hi"}, "Summarise this conversation:"},
		"a tag in a line":        {"Is 3 <b and c> d?", nil, "Is 3 <b and c> d?"},
		"an unclosed tag":        {"<notes>\nThe rest is lost.", nil, "<notes> The rest is lost."},
		"a fence":                {"Here is the memory:\n```text\n- a\n```\nTidy it.", []string{"here is the memory:|- a"}, "Here is the memory: Tidy it."},
		"an open fence":          {"Tidy this draft:\n```\n- a", []string{"tidy this draft:|- a"}, "Tidy this draft:"},
		"separators":             {"Summarise this.\n---\nLong ago.\n\nIn a land.\n---\nUse one sentence.", []string{"summarise this.|Long ago.\n\nIn a land."}, "Summarise this. --- Use one sentence."},
		"headings":               {"Write a summary.\n\nPrevious summary:\nA met B.\n\nNew messages:\nuser: B left.\nassistant: I see.", []string{"previous summary|A met B.", "new messages|user: B left.\nassistant: I see."}, "Write a summary."},
		"a heading, then orders": {"Conversation:\nTom: hi\nAnn: ho\n\nNow list all facts.", []string{"conversation|Tom: hi\nAnn: ho"}, "Now list all facts."},
		"a heading over a tag":   {"## Transcript\n\n<t>\nuser: a\n</t>\nSummarize.", []string{"t|user: a"}, "## Transcript Summarize."},
		"json":                   {"Take notes on\n[{\"role\":\"user\",\"content\":\"I'm Tom.\"},{\"role\":\"assistant\",\"content\":\"Hi.\"}]\nOne fact a line.", []string{"take notes on|user: I'm Tom.\nassistant: Hi."}, "Take notes on One fact a line."},
		"json in a tag":          {"<messages>[{\"role\":\"user\",\"content\":\"x\"}]</messages> Summarize.", []string{"messages|user: x"}, "Summarize."},
		"no json":                {"[1, 2]\n[draft] x", nil, "[1, 2] [draft] x"},
		"speakers":               {"Summarize.\nUser: I moved.\nAssistant: Where?\nUser: To Rome.", []string{"|User: I moved.\nAssistant: Where?\nUser: To Rome."}, "Summarize."},
		"one speaker is none":    {"User: hello", nil, "User: hello"},
	} {
		t.Run(name, func(t *testing.T) {
			var quoted []string
			var told strings.Builder
			for _, b := range material(c.text) {
				if b.quoted {
					quoted = append(quoted, b.label+"|"+strings.TrimSpace(b.text))
				} else {
					told.WriteString(b.text + " ")
				}
			}
			require.Equal(t, c.want, quoted)
			require.Equal(t, c.told, strings.Join(strings.Fields(told.String()), " "))
		})
	}
}

func TestOrigin(t *testing.T) {
	spoken := "user: a\nassistant: b\n"
	for _, c := range []struct {
		block
		want source
	}{
		{block{true, "knowledge", "- a"}, ownNotes},
		{block{true, "your notes so far:", "a"}, ownNotes},
		{block{true, "existing_memory", "a"}, ownNotes},
		{block{true, "draft", "a"}, ownNotes},
		{block{true, "conversation summary", "a"}, ownNotes},
		{block{true, "transcript", "a"}, talk},
		{block{true, "previous messages", spoken}, talk},
		{block{true, "", spoken}, talk},
		{block{true, "t", spoken}, talk},
		{block{true, "article", "a"}, document},
		{block{true, "", "a"}, document},
	} {
		require.Equal(t, c.want, c.origin(), "%s: %s", c.label, c.text)
	}
}

func TestMaterialIsLinear(t *testing.T) {
	for _, s := range []string{"<a>\n", "[{\"role\":\n", "---\nwrite\n", "notes:\n", "```\n", "user: x\n", "\n"} {
		require.NotEmpty(t, material("x\n"+strings.Repeat(s, 1<<18/len(s))), s) // quadratic work would time the test out
	}
}

func FuzzMaterial(f *testing.F) {
	f.Add("<a>\nx\n</a>\n---\nTranscript:\nuser: b\n\nWrite.")
	f.Add("```\n[{\"role\":\"user\"}]")
	f.Fuzz(func(t *testing.T, text string) {
		size := 0
		for _, b := range material(text) {
			size += len(b.text)
			b.origin()
		}
		require.LessOrEqual(t, size, 3*len(text)+64, "nothing is quoted twice")
		instruct(text)
	})
}
