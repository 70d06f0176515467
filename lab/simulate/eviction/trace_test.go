package eviction

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/lab/simulate/simulatetest"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/strategies/eviction"
)

// written is a session as a trace.
func written(s *Session) []byte {
	var b bytes.Buffer
	event := func(turn int, c *eviction.Chunk, used bool, value float64) {
		fmt.Fprintf(&b, "%d,%s,%d,%v,%v,%v\n", turn+3, c.ID, c.Size, c.Class, used, value)
	}
	b.WriteString("\ufeffturn,chunk,size,class,used,value\n")
	for turn, arrive := range s.Arrive {
		for _, i := range arrive {
			event(turn, &s.Chunks[i], false, s.Chunks[i].Relevance)
		}
		for _, u := range s.Uses[turn] {
			event(turn, &s.Chunks[u.Chunk], true, u.Value)
		}
	}
	return b.Bytes()
}

// A generated session that is written as a trace has the figures that it has when it is generated.
func TestTraceOfAGeneratedSession(t *testing.T) {
	settings := simulate.Settings{Seed: 42, Seeds: 1, Cases: 1, Parallel: 1}
	want, err := Study.Run(t.Context(), settings)
	require.NoError(t, err)
	traced, err := Study.Trace(Study, "mine", written(uniform(rand.New(rand.NewPCG(42, 0)))))
	require.NoError(t, err)
	have, err := traced.Run(t.Context(), settings)
	require.NoError(t, err)
	require.Equal(t, want.Tables[0].Lines, have.Tables[0].Lines)
	require.Equal(t, "mine", have.Trace)
	reportstest.Written(t, have.Document(), "json", "")
}

func TestTraceTellsWhatItIs(t *testing.T) {
	const trace = "turn,chunk,size,used\n1,a,60,\n1,b,40,\n2,a,,1\n2,b,,1\n"
	study, err := Study.Trace(Study, "t.csv", []byte(trace))
	require.NoError(t, err)
	r, err := study.Run(t.Context(), simulate.Settings{Seed: 1, Seeds: 3, Cases: 1, Parallel: 2})
	require.NoError(t, err)
	require.Equal(t, "t.csv: 2 turns, 2 chunks of 100 tokens", r.Workload[0].How)
	require.Contains(t, r.Tables[0].Notes[0], "and is exact.")
	require.InDelta(t, 100, simulatetest.Cell(t, r, "sweep", "largest first", "50 %").Mean, 0, "b is kept")
	require.Zero(t, simulatetest.Cell(t, r, "sweep", "lfu", "25 %").N, "nothing fits, so that there is no share of it")
}

// Where the search for the optimum is stopped, the note says so and how much too high its bound may be.
func TestTraceWithoutAnExactOptimum(t *testing.T) {
	s := blank(30)
	r := rand.New(rand.NewPCG(1, 2))
	for turn := range 30 {
		for range 30 {
			s.add(turn, eviction.Chunk{Class: eviction.Structural, Size: 50 + r.IntN(400)})
		}
		for range 60 {
			s.Uses[turn] = append(s.Uses[turn], Use{r.IntN(len(s.Chunks)), float64(1 + r.IntN(9))})
		}
	}
	study, err := Study.Trace(Study, "hard.csv", written(s))
	require.NoError(t, err)
	found, err := study.Run(t.Context(), simulate.Settings{Seed: 1, Seeds: 1, Cases: 1, Parallel: 1})
	require.NoError(t, err)
	require.Regexp(t, `a bound stands for it: at .*10 % \(at most [0-9.]+ % too high\)`, found.Tables[0].Notes[0])
}

func TestMistakesInTraces(t *testing.T) {
	const head = "turn,chunk,size,class,used,value\n"
	for name, c := range map[string]struct{ trace, want string }{
		"nothing":    {"", "t: no chunk is used for a value: there is nothing to keep"},
		"head alone": {head, "t: no chunk is used for a value: there is nothing to keep"},
		"unused":     {head + "1,a,5,,,\n", "t: no chunk is used for a value: there is nothing to keep"},
		"column":     {"turn,chnk\n", `t:1: no column "chnk": did you mean chunk? want turn, chunk, size, class, used, value`},
		"fields":     {head + "1,a\n", "t:2: wrong number of fields"},
		"quote":      {head + "1,\"a,5,,,\n", `t:2: extraneous or missing " in quoted-field`},
		"all at once": {
			head + "x,a,-1,BIG,maybe,NaN\n1,a,5,,,\n1,a,5,,,\n1,a,6,,1,\n0,a,,,1,\n1,a,,transient,1,\n2000001,a,,,1,\n1999999,b,0,,,\n",
			"t:2: turn \"x\": want a whole number from 0 to 1000000000\nt:2: size \"-1\": want a whole number from 0 to 1000000000\n" +
				"t:2: class \"BIG\": want PERMANENT, STRUCTURAL, TRANSIENT or EPHEMERAL\nt:2: value \"NaN\": want a number from 0 to 1000000\n" +
				"t:2: used \"maybe\": want true or false\nt:4: chunk \"a\" came at line 3: want used=true, since it comes once\n" +
				"t:5: chunk \"a\" has another size or class at line 3\nt:6: turn 0 is after a later one: want rows in the order of turns\n" +
				"t:7: chunk \"a\" has another size or class at line 3\nt:8: 2000001 turns with 2 chunks: want at most 2000000 of both multiplied (cut the trace in two)\n" +
				"t:9: 1999999 turns with 2 chunks: want at most 2000000 of both multiplied (cut the trace in two)",
		},
	} {
		_, err := readTrace("t", []byte(c.trace))
		require.EqualError(t, err, c.want, name)
	}
	_, err := readTrace("t", []byte(head+strings.Repeat("x,a,1,,,\n", 30)))
	require.ErrorContains(t, err, "t:21: turn")
	require.NotContains(t, err.Error(), "t:22: ")
}

// Whatever is in a file, it is refused or can be played by every policy, none of which is above the optimum.
func FuzzTrace(f *testing.F) {
	f.Add([]byte("turn,chunk,size,class,used,value\n1,a,60,permanent,,0.5\n1,b,40,,1,\n2,\"a\",,,t,2\n"))
	f.Add([]byte("turn;chunk\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := readTrace("t", data)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.Len(t, s.Uses, len(s.Arrive))
		if len(s.Chunks)*len(s.Arrive) > 10_000 {
			return
		}
		_, most := s.bounds(s.Tokens/2, false)
		for _, c := range contenders {
			there := s.play(c.of(s, 1), rules{budget: s.Tokens / 2})
			require.LessOrEqual(t, s.hits(there), most*(1+1e-9)+rounding, c.name)
		}
	})
}
