// Package layers is what can ride on a pipeline: one file a layer. Each is a strategy of its own
// over rlm, under its own name, and any of them can be stacked over any pipeline with Pipeline.
//
// Adding a layer is a file here and a line in the list.
package layers

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
)

// Entry is a layer of the list.
type Entry struct {
	Name     string
	About    string                // one line for `arena strategies list`
	Strategy func() arena.Strategy // the layer alone, over rlm, without its defaults
	blank    func() pipeline.Layer // a pointer to it
}

// list is every layer, in the order in which reports show them.
var list = []Entry{
	entry[DepthRouter]("reads dense, changed segments twice or more, noisy ones once, small ones not yet"),
	entry[CorrectionFormat]("a list of corrections beside the notes, in one of seven formats"),
	entry[ShadowGraph]("a graph of entities, places, relations and decisions beside the notes"),
	entry[Foresight]("flags surprising values for the encoder and adds those its notes lack"),
	entry[Channels]("verbatim identifiers, and values with their history, in two stores beside the notes"),
	entry[Cascade]("guards values that others depend on; works out anew or marks what a change taints"),
	entry[Episodic]("asks more for the kinds of facts that earlier sessions lost; without them it is rlm"),
	entry[QPB]("pins sentences with amounts, rates, phone numbers and identifiers word for word"),
	entry[QPBFrame]("qpb, with a paragraph ahead of the system prompt that says it is everyday work"),
}

func entry[L pipeline.Layer](about string) Entry {
	var l L
	return Entry{
		Name: l.Name(), About: about,
		Strategy: func() arena.Strategy { return &pipeline.Alone[L]{} },
		blank:    func() pipeline.Layer { return any(new(L)).(pipeline.Layer) },
	}
}

// All lists every layer.
func All() []Entry { return list }

// New returns a layer with its default settings.
func New(name string) (pipeline.Layer, error) {
	for _, e := range list {
		if e.Name == name {
			l := e.blank()
			return l, strictyaml.Defaults(l)
		}
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	hint := ""
	if near := strictyaml.Nearest(name, names); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	return nil, fmt.Errorf("unknown layer %q%s; layers: %s", name, hint, strings.Join(names, ", "))
}
