package store

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"contextarena.internal/llm"
)

func TestReplies(t *testing.T) {
	for name, resp := range map[string]llm.Response{
		"plain":   {Text: "yes", Stop: llm.StopEnd, Model: "m-2026", Latency: time.Second, Usage: llm.Usage{Input: 1, CachedInput: 2, Output: 3, Reasoning: 4, Estimated: true}},
		"zero":    {},
		"refused": {Stop: llm.StopRefusal},
		"logprobs": {Text: "a", LogProbs: []llm.LogProb{{Token: "a", LogProb: -0.25, Top: []llm.LogProb{
			{Token: "b", LogProb: -1.5},
		}}}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "arena.db")
			d := open(t, path)
			key, req, _ := sampleReply(1)
			_, ok, err := d.Lookup(t.Context(), key)
			require.NoError(t, err)
			require.False(t, ok)

			require.NoError(t, d.Store(t.Context(), key, req, resp))
			got, ok, err := d.Lookup(t.Context(), key)
			require.NoError(t, err)
			require.True(t, ok, "found before it is committed")
			require.Equal(t, resp, got)

			require.NoError(t, d.Close())
			got, ok, err = open(t, path).Lookup(t.Context(), key)
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, resp, got)
		})
	}
}

func TestReplyIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	key, req, resp := sampleReply(1)
	for _, text := range []string{"first", "second"} {
		d := open(t, path)
		resp.Text = text
		require.NoError(t, d.Store(t.Context(), key, req, resp))
		require.NoError(t, d.Close())
	}
	got, _, err := open(t, path).Lookup(t.Context(), key)
	require.NoError(t, err)
	require.Equal(t, "first", got.Text)
}

func TestReplyIsStoredAfterCancellation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	key, req, resp := sampleReply(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, d.Store(ctx, key, req, resp))
	require.NoError(t, d.Close())
	_, ok, err := open(t, path).Lookup(t.Context(), key)
	require.NoError(t, err)
	require.True(t, ok)
}

func TestReplyThatCannotBeEncoded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	key, req, resp := sampleReply(1)
	resp.LogProbs = []llm.LogProb{{Token: "a", LogProb: math.Inf(-1)}}
	require.NoError(t, d.Store(t.Context(), key, req, resp))
	require.ErrorContains(t, d.Close(), "store a reply: encode []llm.LogProb")
	_, ok, err := open(t, path).Lookup(t.Context(), key)
	require.NoError(t, err)
	require.False(t, ok)
}

func TestRepliesFromManyGoroutines(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	var g errgroup.Group
	for w := range 8 {
		g.Go(func() error {
			for i := range 100 {
				n := (w*50 + i) % 400 // neighbours store the same keys
				key, req, want := sampleReply(n)
				if err := d.Store(t.Context(), key, req, want); err != nil {
					return err
				}
				got, ok, err := d.Lookup(t.Context(), key)
				if err != nil || !ok || got.Text != want.Text {
					return fmt.Errorf("reply %d: %q, %t, %w", n, got.Text, ok, err)
				}
			}
			return d.SaveTrial(t.Context(), "e", w, sampleTrial(w), sampleRecord(w), "s", sampleScore(w))
		})
	}
	require.NoError(t, g.Wait())
	require.Equal(t, 8, count(t, d, `SELECT count(*) FROM trials`))
	require.NoError(t, d.write(context.Background(), "wait", func(*tx) error { return nil }))
	require.Equal(t, 400, count(t, d, `SELECT count(*) FROM replies`))
	require.Empty(t, d.pending)
}
