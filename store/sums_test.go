package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

// filled writes a database with something in every table and closes it.
func filled(t testing.TB, trials int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "arena.db")
	d, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	begin(t, d, "e")
	for n := range trials {
		save(t, d, "e", n)
		key, req, resp := sampleReply(n)
		require.NoError(t, d.Store(t.Context(), key, req, resp))
		require.NoError(t, d.SaveMeasurements(t.Context(), []Measurement{sampleMeasurement(n)}))
		require.NoError(t, d.SaveJudgement(t.Context(), sampleJudge, sampleJudgement(byte(n))))
	}
	require.NoError(t, d.StoreEmbeddings(t.Context(), model, []embed.Key{embed.KeyOf(model, "a")}, []llm.Vector{{1, -0.5}}))
	require.NoError(t, d.SaveFile(t.Context(), "e", File{Name: "archive.json", Body: "{}"}))
	pay(t, d, "e", 0.5)
	_, _, err = d.Import(t.Context(), sampleExperiment("imported"), []File{{Name: "a.json", Body: `{"a": 1}`}})
	require.NoError(t, err)
	require.NoError(t, d.Finish(t.Context(), "e", Complete, ""))
	require.Zero(t, count(t, d, `PRAGMA freelist_count`), "every page is used")
	require.NoError(t, d.Close())
	return path
}

// all is everything that is read of a filled database: what reports, resumed runs, judges and searches read.
func all(t testing.TB, path string, trials int) (found []any, err error) {
	t.Helper()
	ctx := t.Context()
	d, err := Open(ctx, path, Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	add := func(v any, e error) {
		found, err = append(found, v), errors.Join(err, e)
	}
	es, err := d.Experiments(ctx)
	found = append(found, es)
	for _, id := range []string{"e", "imported"} {
		for _, read := range []func() (any, error){
			func() (any, error) { return d.Trials(ctx, id) },
			func() (any, error) { return d.Scores(ctx, id) },
			func() (any, error) {
				var all []Summary
				err := d.EachSummary(ctx, id, func(s Summary) { all = append(all, s) })
				return all, err
			},
			func() (any, error) { return d.Answers(ctx, id) },
			func() (any, error) { return d.AnswerLatency(ctx, id) },
			func() (any, error) { return d.Balance(ctx, id) },
			func() (any, error) { return d.Files(ctx, id) },
		} {
			add(read())
		}
	}
	var keys []arena.TrialKey
	for n := range trials {
		key := sampleTrial(n).Key
		keys = append(keys, key)
		add(d.Record(ctx, key))
		request, _, _ := sampleReply(n)
		resp, ok, e := d.Lookup(ctx, request)
		add(fmt.Sprint(resp, ok), e)
	}
	add(d.Finished(ctx, keys))
	add(d.Measurements(ctx, keys))
	add(d.Bank(ctx, keys))
	add(d.Judges(ctx))
	add(d.Judgements(ctx, sampleJudge))
	add(d.LookupEmbeddings(ctx, []embed.Key{embed.KeyOf(model, "a")}))
	return found, err
}

// damage are ways in which bytes of a file change by accident. Each returns a word that names it.
var damage = []func(r *rand.Rand, b []byte) string{
	func(r *rand.Rand, b []byte) string { b[r.IntN(len(b))] ^= 1 << r.IntN(8); return "one bit" },
	func(r *rand.Rand, b []byte) string { b[r.IntN(len(b))] = byte(r.IntN(256)); return "one byte" },
	func(r *rand.Rand, b []byte) string {
		for at, i := r.IntN(len(b)-64), r.IntN(64); i >= 0; i-- {
			b[at+i] = byte(r.IntN(256))
		}
		return "some bytes"
	},
	func(r *rand.Rand, b []byte) string {
		at := 512 * r.IntN(len(b)/512)
		clear(b[at : at+512])
		return "a sector of zeros"
	},
	func(r *rand.Rand, b []byte) string {
		n := len(b) / 4096
		copy(b[4096*r.IntN(n):][:4096], bytes.Clone(b[4096*r.IntN(n):][:4096]))
		return "a page over another"
	},
	func(r *rand.Rand, b []byte) string { // as a forgetful editor would: a number in the middle of a cell
		binary.BigEndian.PutUint16(b[r.IntN(len(b)-2):], uint16(r.IntN(4)))
		return "a small number"
	},
}

// Whatever bytes of a closed database change, in rows, indexes or headers: what is read is what was written, or an error.
func TestNoCorruptionChangesAFigure(t *testing.T) {
	cases := thorough.Times(100, 1000)
	const trials = 2
	path := filled(t, trials)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := all(t, path, trials)
	require.NoError(t, err)
	refused, same := map[string]int{}, map[string]int{}
	for n := range cases {
		r := rand.New(rand.NewPCG(12, uint64(n)))
		b := bytes.Clone(whole)
		how := damage[n%len(damage)](r, b)
		require.NoError(t, os.WriteFile(path, b, 0o600))
		got, err := all(t, path, trials)
		if err != nil {
			refused[how]++
			continue
		}
		same[how]++
		if !reflect.DeepEqual(want, got) {
			require.Equal(t, want, got, "case %d, %s", n, how)
		}
	}
	t.Logf("refused %v, the same %v", refused, same)
	require.Greater(t, len(refused), 5)
}
