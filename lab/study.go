package lab

import (
	"context"

	"contextarena.internal/reports"
)

// Study is a study that reads stored experiments and plays nothing: what its command says, and what it
// does. A command line is made of it by cmd; see docs/design/0007-the-house.md.
type Study struct {
	Use, Short, Long, Example string         // as cobra has them
	Parts                     []reports.Part // of its documents; the format that is the default writes the first
	Schema                    []byte         // of the format json; nil for none
	// Read reads the experiments that are named, and says what they show.
	Read func(ctx context.Context, l *Lab, named []string) (reports.Document, error)
}
