package seal

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The hash can be checked without this program: printf 'context-arena sealed seed 1\n%s' SEED | sha256sum.
func TestHash(t *testing.T) {
	h, err := Hash(" 00112233445566778899aabbccddeeff\n")
	require.NoError(t, err)
	require.Equal(t, "6f47df67a8469048c8db49b1a4c361911d07d2abb5ef4689bf6cfbf5ca59390d", h)
}

func TestHashRefuses(t *testing.T) {
	for name, c := range map[string]struct{ seed, want string }{
		"empty":          {" \n", "the seed is empty"},
		"short":          {"tomorrow", "a seed of 8 characters can be guessed"},
		"short in runes": {"äöüäöüäöü", "a seed of 9 characters can be guessed"},
		"a bell":         {"0123456789abcdef\a0", "can't be printed"},
		"no text":        {"0123456789abcdef\xff0", "can't be printed"},
		"several lines":  {"0123456789abcdef\n0123456789abcdef", "several lines"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Hash(c.seed)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestCheck(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.StringMatching(`[0-9a-z]{16,40}`).Draw(rt, "seed")
		hash, err := Hash(seed)
		require.NoError(rt, err)
		require.NoError(rt, Check(" "+strings.ToUpper(hash)+"\n", seed+"\n"))

		i := rapid.IntRange(0, len(seed)-1).Draw(rt, "place")
		other := seed[:i] + "!" + seed[i+1:]
		require.ErrorContains(rt, Check(hash, other), "don't agree")
	})
	require.ErrorContains(t, Check("", "0123456789abcdef"), "the seed is not sealed")
	require.ErrorContains(t, Check("abc", "0123456789abcdef"), "64 hexadecimal digits")
}

func TestDraw(t *testing.T) {
	seed, err := draw(bytes.NewReader(bytes.Repeat([]byte{0xab}, 16)))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat("ab", 16), seed)
	_, err = draw(bytes.NewReader(nil))
	require.ErrorContains(t, err, "drawing a seed")
}
