package openai

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"contextarena.internal/llm/wire/wiretest"
	"github.com/stretchr/testify/require"
)

func TestParallelCallsKeepTheirReplies(t *testing.T) {
	s, _ := wiretest.Stub(t, func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, r.ContentLength)
		if _, err := r.Body.Read(body); err != nil && len(body) == 0 {
			http.Error(w, "no body", http.StatusBadRequest)
			return
		}
		_, after, _ := strings.Cut(string(body), `"content":"`)
		text, _, _ := strings.Cut(after, `"`)
		wiretest.Says(`{"choices":[{"message":{"content":"re: `+text+`"}}]}`)(w, r)
	})
	c, err := New(Options{BaseURL: s.URL})
	require.NoError(t, err)
	var wg sync.WaitGroup
	var got [32]string
	for i := range got {
		wg.Go(func() {
			if r, err := c.Complete(t.Context(), ask("m", fmt.Sprint(i))); err == nil {
				got[i] = r.Text
			}
		})
	}
	wg.Wait()
	for i, text := range got {
		require.Equal(t, fmt.Sprintf("re: %d", i), text)
	}
}
