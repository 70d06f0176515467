package serve

import (
	"encoding/binary"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

func keyOf(n uint64) (k llm.Key) {
	binary.LittleEndian.PutUint64(k[:], n)
	return k
}

func TestSeen(t *testing.T) {
	var s seen
	require.EqualValues(t, 0, s.again(keyOf(1)))
	require.EqualValues(t, 1, s.again(keyOf(1)))
	for i := range uint64(mostSeen) { // 1 is in the old generation then
		s.again(keyOf(10 + i))
	}
	require.EqualValues(t, 2, s.again(keyOf(1)), "what is asked again is remembered")
	for i := range uint64(3 * mostSeen) {
		s.again(keyOf(10 + mostSeen + i))
	}
	require.LessOrEqual(t, len(s.young)+len(s.old), 2*mostSeen)
	require.EqualValues(t, 0, s.again(keyOf(1)), "and what isn't is forgotten")
}
