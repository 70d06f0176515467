package words

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// No text in which an identifier stands is passed over.
func TestNoShapeIsPassedOver(t *testing.T) {
	for _, s := range identifierShapes {
		if s.may == nil {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.Custom(func(t *rapid.T) string {
				return rapid.StringMatching(`[a-zA-Z0-9 ./_-]{0,4}`).Draw(t, "before") + rapid.StringMatching(s.shape.String()).Draw(t, "shape") +
					rapid.StringMatching(`[a-zA-Z0-9 ./_-]{0,4}`).Draw(t, "behind")
			}).Draw(t, "text")
			if s.shape.MatchString(text) {
				require.True(t, s.may(text), "%s: %q", s.shape, text)
			}
			any := rapid.StringMatching(`[AZaz09v_ ./()+-]{0,12}`).Draw(t, "any")
			require.True(t, s.may(any) || !s.shape.MatchString(any), "%s: %q", s.shape, any)
		})
	}
}
