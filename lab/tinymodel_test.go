//go:build servers

package lab_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/ollama/ollama/fs/ggml"
	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

const (
	tinyWidth = 32 // of an embedding
	tinyInner = 2 * tinyWidth
	tinyReply = "noted" // what the model says to everything, a token a letter, none twice
)

// vocabulary is that of a tokenizer: tokens, what they are, and which two are joined to a third.
type vocabulary struct {
	tokens []string
	types  []int32
	merges []string
	end    int // the token that ends a reply
}

// tinyVocabulary has a token for every byte and for every word of the builtin scenarios with the blank before it, and for the
// beginnings that a word is joined from: about as many tokens a text as of a real vocabulary.
func tinyVocabulary(t *testing.T) vocabulary {
	t.Helper()
	const plain, control = 1, 3
	var v vocabulary
	unseen := rune(256)
	letter := map[byte]string{} // as GPT-2 writes bytes
	for b := range 256 {
		r := rune(b)
		if b <= ' ' || 0x7f <= b && b <= 0xa0 || b == 0xad {
			r, unseen = unseen, unseen+1
		}
		letter[byte(b)] = string(r)
		v.tokens, v.types = append(v.tokens, string(r)), append(v.types, plain)
	}
	v.end = len(v.tokens)
	v.tokens, v.types = append(v.tokens, "<end>"), append(v.types, control)

	known, err := lab.Scenarios("")
	require.NoError(t, err)
	seen := map[string]bool{}
	word := regexp.MustCompile(` [A-Za-z]+`)
	for _, s := range known {
		for _, turn := range s.Turns {
			for _, w := range word.FindAllString(turn.User+"\n"+turn.Assistant, -1) {
				begun := letter[' ']
				for _, b := range []byte(w[1:]) {
					if whole := begun + letter[b]; !seen[whole] {
						seen[whole] = true
						v.tokens, v.types = append(v.tokens, whole), append(v.types, plain)
						v.merges = append(v.merges, begun+" "+letter[b])
					}
					begun += letter[b]
				}
			}
		}
	}
	return v
}

// writeTinyModel writes a model of one block with small random weights, so that the last token alone decides the next: after a
// colon it says tinyReply, and ends.
func writeTinyModel(t *testing.T, path string, v vocabulary, more ggml.KV) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	some := func(n int, size float64) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = float32(size * random.NormFloat64())
		}
		return out
	}
	var tensors []*ggml.Tensor
	add := func(name string, values []float32, shape ...uint64) {
		var b bytes.Buffer
		require.NoError(t, binary.Write(&b, binary.LittleEndian, values))
		tensors = append(tensors, &ggml.Tensor{Name: name + ".weight", Shape: shape, WriterTo: &b})
	}
	size := uint64(len(v.tokens))
	embeddings := some(len(v.tokens)*tinyWidth, 0.2)
	next := make([]float32, len(embeddings))
	last := byte(':')
	for _, token := range append([]byte(tinyReply), 0) {
		row := int(token)
		if token == 0 {
			row = v.end
		}
		for i := range tinyWidth {
			next[row*tinyWidth+i] = 4 * embeddings[int(last)*tinyWidth+i]
		}
		last = token
	}
	ones := slices.Repeat([]float32{1}, tinyWidth)
	add("token_embd", embeddings, tinyWidth, size)
	add("output_norm", ones, tinyWidth)
	add("output", next, tinyWidth, size)
	add("blk.0.attn_norm", ones, tinyWidth)
	add("blk.0.ffn_norm", ones, tinyWidth)
	for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
		add("blk.0."+name, some(tinyWidth*tinyWidth, 0.02), tinyWidth, tinyWidth)
	}
	add("blk.0.ffn_gate", some(tinyWidth*tinyInner, 0.02), tinyWidth, tinyInner)
	add("blk.0.ffn_up", some(tinyWidth*tinyInner, 0.02), tinyWidth, tinyInner)
	add("blk.0.ffn_down", some(tinyInner*tinyWidth, 0.02), tinyInner, tinyWidth)

	kv := ggml.KV{
		"general.architecture": "llama", "general.file_type": uint32(0), "vocab_size": uint32(size),
		"block_count": uint32(1), "context_length": uint32(1 << 16), "embedding_length": uint32(tinyWidth), "feed_forward_length": uint32(tinyInner),
		"attention.head_count": uint32(2), "attention.head_count_kv": uint32(2), "attention.layer_norm_rms_epsilon": float32(1e-5),
		"rope.dimension_count": uint32(tinyWidth / 2),
		"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "default", "tokenizer.ggml.tokens": v.tokens, "tokenizer.ggml.token_type": v.types,
		"tokenizer.ggml.merges": v.merges, "tokenizer.ggml.eos_token_id": uint32(v.end), "tokenizer.ggml.bos_token_id": uint32(v.end),
	}
	for key, value := range more {
		kv[key] = value
	}
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, ggml.WriteGGUF(f, kv, tensors))
	require.NoError(t, f.Close())
}
