package lab

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

// full is a ledger on a disk that is full.
type full struct{ llm.Ledger }

func (full) Begin(llm.Attempt) (int64, error) { return 0, errors.New("no space left") }

func TestWhatCantBeKeptStopsARun(t *testing.T) {
	c := clients{kept: &kept{CacheStore: llm.MemoryCache()}}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_ = c.kept.note(fmt.Errorf("looking up a reply: %w", gone.Err()))
	require.NoError(t, c.stopped(), "who asks has left")
	_, err := c.kept.ledger(full{}).Begin(llm.Attempt{})
	require.EqualError(t, err, "no space left")
	require.Equal(t, err, c.stopped())

	p := &Player{clients: c}
	require.True(t, p.givenUp())
	status, note := p.status(nil)
	require.Equal(t, "interrupted", status)
	require.Equal(t, "no space left; nothing was begun", note)
}
