package layers

import (
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/internal/spec"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
)

// Parse reads a layer as people type it: "cascade" or "cascade(threshold=2)".
func Parse(text string) (pipeline.Layer, error) {
	name, settings, err := spec.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("layer %w", err)
	}
	l, err := New(name)
	if err != nil {
		return nil, err
	}
	if faults := strictyaml.DecodeNode("", settings, l); len(faults) > 0 {
		texts := make([]string, len(faults))
		for i, f := range faults {
			texts[i] = f.Text
		}
		return nil, errors.New("layer " + name + ": " + strings.Join(texts, "; "))
	}
	if c, ok := l.(interface{ Check() error }); ok {
		if err := c.Check(); err != nil {
			return nil, fmt.Errorf("layer %s: %w", name, err)
		}
	}
	return l, nil
}
