package serve_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/serve"
	"github.com/stretchr/testify/require"
)

// lengths embeds a text as its length and a third.
type lengths struct{ err error }

func (e lengths) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	if e.err != nil {
		return nil, e.err
	}
	out := make([]llm.Vector, len(texts))
	for i, t := range texts {
		out[i] = llm.Vector{float32(len(t)), 1. / 3}
	}
	return out, nil
}

func embedding(o *serve.Options) { o.Embedders = []serve.Embedder{{ID: "local", Embedder: lengths{}}} }

func TestEmbeddings(t *testing.T) {
	s := newServer(t, says(llm.Response{}), embedding)
	embed := func(body string) string {
		w := answer(s, http.MethodPost, "/v1/embeddings", body)
		require.Equal(t, http.StatusOK, w.Code, w.Body.String())
		return w.Body.String()
	}
	require.JSONEq(t, `{"object":"list","model":"local","data":[
		{"object":"embedding","index":0,"embedding":[5,0.33333334]},{"object":"embedding","index":1,"embedding":[1,0.33333334]}],
		"usage":{"prompt_tokens":4,"total_tokens":4}}`, embed(`{"model":"local","input":["a b c","d"],"encoding_format":"float","dimensions":2}`))
	var got struct{ Data []struct{ Embedding string } }
	require.NoError(t, json.Unmarshal([]byte(embed(`{"model":"local","input":"abc","encoding_format":"base64","user":"u"}`)), &got))
	raw, err := base64.StdEncoding.DecodeString(got.Data[0].Embedding)
	require.NoError(t, err)
	require.Len(t, raw, 8)
	require.Equal(t, float32(3), math.Float32frombits(binary.LittleEndian.Uint32(raw)))
	require.Equal(t, float32(1./3), math.Float32frombits(binary.LittleEndian.Uint32(raw[4:])))

	vectors, err := embedder(ours(t, s)).Embed(t.Context(), []string{"abcd", ""})
	require.NoError(t, err)
	require.Equal(t, []llm.Vector{{4, 1. / 3}, {1, 1. / 3}}, vectors, "our client sends a space for an empty text")
}

func TestEmbeddingsThatAreRefused(t *testing.T) {
	s := newServer(t, says(llm.Response{}), embedding)
	for _, tt := range []struct{ body, param, code string }{
		{`{"input":"a"}`, "model", "missing_required_parameter"},
		{`{"model":"local"}`, "input", "missing_required_parameter"},
		{`{"model":"local","input":[]}`, "input", "missing_required_parameter"},
		{`{"model":"local","input":["a",""]}`, "input[1]", "invalid_value"},
		{`{"model":"local","input":[1,2]}`, "input", "invalid_type"},
		{`{"model":"local","input":[[1],[2]]}`, "input", "invalid_type"},
		{`{"model":"local","input":{"a":1}}`, "input", "invalid_type"},
		{`{"model":"local","input":"a","encoding_format":"hex"}`, "encoding_format", "invalid_value"},
		{`{"model":"local","input":"a","dimensions":3}`, "dimensions", "invalid_value"},
	} {
		w := answer(s, http.MethodPost, "/v1/embeddings", tt.body)
		require.Equal(t, http.StatusBadRequest, w.Code, tt.body)
		p := problemOf(t, w)
		require.Equal(t, tt.param, *p.Param, tt.body)
		require.Equal(t, tt.code, *p.Code, tt.body)
	}
	w := answer(s, http.MethodPost, "/v1/embeddings", `{"model":"sim:nano","input":"a"}`)
	require.Equal(t, http.StatusNotFound, w.Code)
	s = newServer(t, says(llm.Response{}), func(o *serve.Options) {
		o.Embedders = []serve.Embedder{{ID: "local", Embedder: lengths{errors.New("broken")}}}
	})
	w = answer(s, http.MethodPost, "/v1/embeddings", `{"model":"local","input":"a"}`)
	require.Equal(t, http.StatusInternalServerError, w.Code)
}
