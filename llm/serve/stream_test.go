package serve_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

// event is a chunk of a stream.
type event struct {
	ID, Object, Model string
	Choices           []struct {
		Index int
		Delta struct {
			Role             string
			Content, Refusal *string
		}
		LogProbs *struct {
			Content []struct {
				Token   string
				LogProb float64
			}
		}
		FinishReason *string `json:"finish_reason"`
	}
	Usage *struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	}
}

// events reads server-sent events and reports whether they ended with [DONE].
func events(t testing.TB, r io.Reader) (out []event, done bool) {
	t.Helper()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if lines.Text() == "" {
			continue
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		require.True(t, ok, lines.Text())
		require.False(t, done, "something after [DONE]")
		if data == "[DONE]" {
			done = true
			continue
		}
		var e event
		require.NoError(t, json.Unmarshal([]byte(data), &e), data)
		out = append(out, e)
	}
	return out, done
}

// streamed asks for a stream of resp and reads it.
func streamed(t testing.TB, resp llm.Response, fields string) []event {
	t.Helper()
	w := post(newServer(t, says(resp)), asking(`"stream":true,`+fields))
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "text/event-stream; charset=utf-8", w.Header().Get("Content-Type"))
	got, done := events(t, w.Body)
	require.True(t, done)
	return got
}

// text joins the contents of chunks.
func text(in []event) string {
	var b strings.Builder
	for _, e := range in {
		for _, c := range e.Choices {
			if c.Delta.Content != nil {
				b.WriteString(*c.Delta.Content)
			}
		}
	}
	return b.String()
}

func TestStream(t *testing.T) {
	const said = " One  two,\nthree é 😀 \n"
	got := streamed(t, llm.Response{Text: said, Stop: llm.StopLength, Model: "sim-nano", Usage: llm.Usage{Input: 3, Output: 6}}, "")
	require.Equal(t, said, text(got))
	require.Greater(t, len(got), 5, "in parts")
	for i, e := range got {
		require.Equal(t, got[0].ID, e.ID)
		require.Equal(t, "chat.completion.chunk", e.Object)
		require.Equal(t, "sim:nano", e.Model)
		require.Len(t, e.Choices, 1)
		require.Nil(t, e.Usage)
		require.Equal(t, i == 0, e.Choices[0].Delta.Role == "assistant")
		require.Equal(t, i == len(got)-1, e.Choices[0].FinishReason != nil)
	}
	require.Equal(t, "length", *got[len(got)-1].Choices[0].FinishReason)
	w := post(newServer(t, says(llm.Response{})), asking(`"stream":true,`))
	require.NotContains(t, w.Body.String(), "usage", "unless it is asked for")
}

func TestStreamWithUsage(t *testing.T) {
	got := streamed(t, llm.Response{Text: "One.", Usage: llm.Usage{Input: 3, Output: 6}}, `"stream_options":{"include_usage":true},`)
	last := got[len(got)-1]
	require.Empty(t, last.Choices)
	require.Equal(t, 3, last.Usage.PromptTokens)
	require.Equal(t, 6, last.Usage.CompletionTokens)
	require.Equal(t, "stop", *got[len(got)-2].Choices[0].FinishReason)
	require.Nil(t, got[0].Usage)
}

func TestStreamOfLogProbs(t *testing.T) {
	probs := []llm.LogProb{{Token: "Pa", LogProb: -1}, {Token: "ris", LogProb: -2}}
	got := streamed(t, llm.Response{Text: "Not Paris", LogProbs: probs}, `"logprobs":true,`)
	require.Equal(t, "Not Paris", text(got))
	require.Len(t, got[1].Choices[0].LogProbs.Content, 2, "all go with the first part")
	require.Nil(t, got[2].Choices[0].LogProbs)
	require.Nil(t, streamed(t, llm.Response{Text: "Paris", LogProbs: probs}, "")[1].Choices[0].LogProbs)
}

func TestStreamOfRefusals(t *testing.T) {
	got := streamed(t, llm.Response{Stop: llm.StopRefusal, Text: "I won't."}, "")
	require.Empty(t, text(got))
	require.Equal(t, "I won't.", *got[1].Choices[0].Delta.Refusal+*got[2].Choices[0].Delta.Refusal)
	require.Equal(t, "stop", *got[3].Choices[0].FinishReason)
	got = streamed(t, llm.Response{Stop: llm.StopRefusal}, "")
	require.Equal(t, "content_filter", *got[1].Choices[0].FinishReason)
}
