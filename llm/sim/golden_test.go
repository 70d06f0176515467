package sim_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

var update = flag.Bool("update", false, "write the golden replies anew")

// choir is a conversation with corrections, movements, groups and small talk.
var choir = []string{
	"You help the secretary of a choir.",
	"Hello! The concert is on Saturday, June 12 in the Guildhall, and we start at 7:30 pm. I'm so nervous.",
	"Good to hear. I have the date, the hall and the time.",
	"Marta Lindqvist conducts, and her mobile is 555-0182. The hall's booking number is GH-20931. We have 46 singers.",
	"Noted.",
	"Tickets cost $18 each. Actually no, we decided on $22. My cat is asleep on the programme drafts.",
	"Understood, $22.",
	"Eight more singers joined. Oh, and the concert moves from the Guildhall to St. Anne's Church, the roof leaks.",
	"I've changed the place.",
	"Ben, Sofia and Ravi sit in the first row. Ravi can't come after all.",
	"What a pity.",
}

func chat(texts []string, then string) llm.Request {
	req := llm.Request{Seed: 1}
	for i, text := range append(texts[:len(texts):len(texts)], then) {
		role := []llm.Role{llm.User, llm.Assistant}[(i+1)%2]
		if i == 0 {
			role = llm.System
		}
		req.Messages = append(req.Messages, llm.Message{Role: role, Text: text})
	}
	return req
}

func transcript(texts []string) string {
	var b strings.Builder
	for i, text := range texts[1:] {
		fmt.Fprintf(&b, "%s: %s\n", []string{"user", "assistant"}[i%2], text)
	}
	return b.String()
}

// goldens are requests whose replies are kept: a change of any of them is a change of the model,
// which raises the version in parameters.yaml.
var goldens = map[string]llm.Request{
	"question":    chat(choir, "When and where is the concert?"),
	"calculation": chat(choir, "How many singers do we have now?"),
	"correction":  chat(choir, "What does a ticket cost?"),
	"several":     chat(choir, "For the poster: the date, the place, the price of a ticket and who conducts, please. And how many seats does the bus have?"),
	"unknown":     chat(choir, "What is the name of the organist?"),
	"statement":   chat(choir, "The after-party is at Lou's Bistro, table 9."),
	"headings":    request("", "Keep notes of this conversation.\n\n<transcript>\n"+transcript(choir)+"</transcript>\n\n## PEOPLE\nWho is who?\n## DECISIONS\nWhat was decided?\n## CORRECTIONS\nWhat was changed, and what is the value now?\n## NUMBERS\nWhich numbers, dates and codes occur?\n## CURRENT STATE\nWhat holds now?"),
	"bullets":     request("", "Extract the key facts as bullet points, at most 6.\n\nConversation:\n"+transcript(choir)),
	"numbered":    request("", "List the facts stated below as a numbered list.\n\n```\n"+transcript(choir)+"```"),
	"summary":     request("", "Summarise this conversation in two sentences.\n---\n"+transcript(choir)+"---"),
	"folding":     request("", "Update the notes with the new messages, one fact a line.\n\n<memory>\n- The concert is on Saturday, June 12 in the Guildhall.\n- Ticket price: $22 (was $18)\n- Singers: 46\n</memory>\n\n<messages>\nuser: Eight more singers joined. The concert is in St. Anne's Church now, not in the Guildhall.\n</messages>"),
	"revision":    request("", "Rewrite your draft: merge what belongs together.\n\n<draft>\n## PEOPLE\n- Marta Lindqvist conducts\n- Marta Lindqvist's mobile is 555-0182\n## NUMBERS\n- Singers: 46\n- Singers: 54\n</draft>"),
	"recall":      chat([]string{"You help.\n\nYour notes on the earlier part of this conversation follow.\n\n<knowledge>\n- Ticket price: $22 (was $18)\n- Singers: 46\n</knowledge>\n", "Two singers left.", "Noted."}, "How many singers are there, what is the ticket price and what was it before?"),
	"recap":       chat(choir, "Summarise our conversation so far."),
}

func TestGoldenReplies(t *testing.T) {
	for name, req := range goldens {
		t.Run(name, func(t *testing.T) {
			req.Model = model("nano")
			r := complete(t, req)
			got := fmt.Sprintf("%s\n-- %s, %d tokens in, %d out, %s\n", r.Text, r.Stop, r.Usage.Input, r.Usage.Output, r.Latency)
			file := filepath.Join("testdata", "golden", name+".txt")
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}
