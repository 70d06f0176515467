package frontier

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A page of a frontier that isn't explained brings the effects and all tables later, as one that is has them at once.
func TestAPageExplainsLater(t *testing.T) {
	explained := toyFrontier(t, toySwept(t, 4, 2), true)
	quick := toyFrontier(t, toySwept(t, 4, 2), false)
	var chapters []any
	for _, f := range []Frontier{explained, quick} {
		b := f.Document().Browser
		require.Len(t, b.Chapters, 1)
		v, err := b.Chapters[0].Read()
		require.NoError(t, err)
		chapters = append(chapters, v)
	}
	require.Equal(t, chapters[0], chapters[1])
	require.NotEmpty(t, chapters[0].(Explained).Surfaces)
	require.Nil(t, quick.Explained, "what is seen first waits for nothing")

	all, err := quick.Document().Browser.Tables()
	require.NoError(t, err)
	require.Equal(t, explained.Document().Sections, all.Sections)
}
