package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

func BenchmarkSaveTrial(b *testing.B) {
	path := filepath.Join(b.TempDir(), "arena.db")
	d := open(b, path)
	begin(b, d, "e")
	n := 0
	for b.Loop() {
		b.StopTimer()
		trial, rec, score := sampleTrial(n), sampleRecord(n), sampleScore(n)
		b.StartTimer()
		require.NoError(b, d.SaveTrial(b.Context(), "e", n, trial, rec, "s", score))
		n++
	}
	require.NoError(b, d.Close())
	info, err := os.Stat(path)
	require.NoError(b, err)
	b.ReportMetric(float64(info.Size())/float64(n), "bytes/trial")
}

func BenchmarkRecord(b *testing.B) {
	d := fresh(b)
	begin(b, d, "e")
	save(b, d, "e", 1)
	for b.Loop() {
		_, err := d.Record(b.Context(), sampleTrial(1).Key)
		require.NoError(b, err)
	}
}

func BenchmarkReplies(b *testing.B) {
	b.Run("store", func(b *testing.B) {
		d := fresh(b)
		n := 0
		for b.Loop() {
			key, req, resp := sampleReply(n)
			require.NoError(b, d.Store(b.Context(), key, req, resp))
			n++
		}
		require.NoError(b, d.Close())
	})
	b.Run("lookup", func(b *testing.B) {
		d := fresh(b)
		for n := range 1000 {
			key, req, resp := sampleReply(n)
			require.NoError(b, d.Store(b.Context(), key, req, resp))
		}
		require.NoError(b, d.write(context.Background(), "wait", func(*tx) error { return nil }))
		n := 0
		for b.Loop() {
			key, _, _ := sampleReply(n % 1000)
			_, ok, err := d.Lookup(b.Context(), key)
			require.NoError(b, err)
			require.True(b, ok)
			n++
		}
	})
}

func BenchmarkScores(b *testing.B) {
	d := fresh(b)
	begin(b, d, "e")
	for n := range 320 {
		score := sampleScore(n)
		for i := range 2 {
			f := score.Findings[i]
			f.Probe = fmt.Sprint("more-", i)
			score.Findings = append(score.Findings, f)
		}
		require.NoError(b, d.SaveTrial(b.Context(), "e", n, sampleTrial(n), sampleRecord(n), "s", score))
	}
	b.Run("scores", func(b *testing.B) {
		for b.Loop() {
			s, err := d.Scores(b.Context(), "e")
			require.NoError(b, err)
			require.Len(b, s, 320)
		}
	})
	b.Run("summaries", func(b *testing.B) {
		for b.Loop() {
			n := 0
			require.NoError(b, d.EachSummary(b.Context(), "e", func(Summary) { n++ }))
			require.Equal(b, 320, n)
		}
	})
	b.Run("finished", func(b *testing.B) {
		keys := make([]arena.TrialKey, 320)
		for n := range keys {
			keys[n] = sampleTrial(n).Key
		}
		for b.Loop() {
			f, err := d.Finished(b.Context(), keys)
			require.NoError(b, err)
			require.Len(b, f, 320)
		}
	})
}
