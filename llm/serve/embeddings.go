package serve

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"contextarena.internal/llm"
)

// mostInput is how many texts a request for embeddings may have.
const mostInput = 2048

// embeddings is a request for embeddings.
type embeddings struct {
	Model          string `json:"model"`
	Input          input  `json:"input"`
	EncodingFormat string `json:"encoding_format"`
	Dimensions     *int   `json:"dimensions"`
}

// input is the texts to embed: a string or a list of strings.
type input []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *input) UnmarshalJSON(in []byte) error {
	if in[0] == '"' {
		*t = make(input, 1)
		return json.Unmarshal(in, &(*t)[0])
	}
	var texts []string
	if err := json.Unmarshal(in, &texts); err != nil {
		return invalid(http.StatusBadRequest, "input", "invalid_type", "invalid type for 'input': want a string or a list of strings (not of tokens)")
	}
	*t = texts
	return nil
}

// parseEmbeddings reads the body of a request for embeddings.
func parseEmbeddings(body []byte) (embeddings, error) {
	var in embeddings
	if err := decode(body, &in); err != nil {
		return in, err
	}
	switch {
	case in.Model == "":
		return in, missing("model")
	case len(in.Input) == 0:
		return in, missing("input")
	case len(in.Input) > mostInput:
		return in, outOfRange("input", "at most %d texts", mostInput)
	case in.EncodingFormat != "" && in.EncodingFormat != "float" && in.EncodingFormat != "base64":
		return in, outOfRange("encoding_format", "float or base64")
	}
	for i, text := range in.Input {
		if text == "" {
			return in, invalid(http.StatusBadRequest, fmt.Sprintf("input[%d]", i), "invalid_value", "invalid value for 'input[%d]': want a text that isn't empty", i)
		}
	}
	return in, nil
}

type embedding struct {
	Object    string `json:"object"`
	Index     int    `json:"index"`
	Embedding any    `json:"embedding"` // a list of numbers, or them as base64
}

type embeddingUsage struct {
	PromptTokens int `json:"prompt_tokens"`
	TotalTokens  int `json:"total_tokens"`
}

// embed answers a request for embeddings.
func (s *Server) embed(w http.ResponseWriter, r *http.Request) error {
	body, err := read(w, r)
	if err != nil {
		return err
	}
	in, err := parseEmbeddings(body)
	if err != nil {
		return err
	}
	embedder, ok := s.embedders[in.Model]
	if !ok {
		return s.unknownModel(in.Model)
	}
	s.requests.Add(1)
	ctx, bill := llm.WithBill(r.Context())
	vectors, err := embedder.Embed(ctx, in.Input)
	tell(w, bill)
	if err != nil {
		return err
	}
	data := make([]embedding, len(vectors))
	for i, v := range vectors {
		if in.Dimensions != nil && *in.Dimensions != len(v) {
			return outOfRange("dimensions", "%d, which %s has: its vectors can't be shortened", len(v), in.Model)
		}
		data[i] = embedding{Object: "embedding", Index: i, Embedding: v}
		if in.EncodingFormat == "base64" {
			data[i].Embedding = base64.StdEncoding.EncodeToString(littleEndian(v))
		}
	}
	tokens := 0
	for _, text := range in.Input {
		tokens += s.o.Tokens(text)
	}
	return deliver(w, map[string]any{
		"object": "list", "model": in.Model, "data": data,
		"usage": embeddingUsage{PromptTokens: tokens, TotalTokens: tokens},
	})
}

// littleEndian is a vector as OpenAI sends it in base64.
func littleEndian(v llm.Vector) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}
