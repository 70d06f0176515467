package space

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBuiltin(t *testing.T) {
	s := Builtin()
	require.Equal(t, 720, s.Size())
	ps, err := s.Points("sim")
	require.NoError(t, err)
	require.Len(t, ps, 4+3*60+2*120, "a window has no trigger, depth or sub-model; depth is rlm's alone")
	stands := 0
	for _, p := range ps {
		stands += p.Stands
	}
	require.Equal(t, 720, stands)
	require.Equal(t, "window(size=2)", ps[0].Label)
	require.Empty(t, ps[0].MemoryModel)
	require.Equal(t, 30, ps[0].Stands)
	require.Equal(t, "method=window recent=2", s.Describe(ps[0].Levels))
	last := ps[len(ps)-1]
	require.Equal(t, "hybrid(compress_every=16,recent_window=8)", last.Label)
	require.Equal(t, "sim:standard", last.MemoryModel)

	ps, err = s.Points("ollama")
	require.NoError(t, err)
	require.Len(t, ps, 4+3*20+2*40, "one model writes every memory")
}
