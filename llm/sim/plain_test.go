package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim/read"
)

func TestPlainKind(t *testing.T) {
	for text, want := range map[string]read.Kind{
		"The ladder is behind the barn door.":         read.Place,
		"I keep the torch on the hook by our stove.":  read.Place,
		"The choir stands to the left of the altar.":  read.Place,
		"She's a glazier.":                            read.Relation,
		"He is allergic to wool.":                     read.Relation,
		"We're keeping the gravel path.":              read.Decision,
		"It will be soup rather than salad.":          read.Decision,
		"The walk is cancelled.":                      read.Decision,
		"We take the ferry, not the bridge.":          read.Decision,
		"It was lovely in the end.":                   read.Plain,
		"My back hurts.":                              read.Plain,
		"I slept badly and the dog snored.":           read.Plain,
		"You never know what people are like.":        read.Plain,
		"He is in the mood for dancing.":              read.Plain,
		"That was the best concert of the whole year": read.Plain,
	} {
		require.Equal(t, want, plainKind(text), text)
	}
}
