// Package strategies is the list of all memory strategies. Adding one is a package and a line
// in this list; the contract suite, `arena strategies` and the default line-up find it there.
package strategies

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/controls"
	"contextarena.internal/strategies/layers"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/qtd"
	"contextarena.internal/strategies/rllm"
	"contextarena.internal/strategies/routed"
	"contextarena.internal/strategies/window"
)

// Entry is one strategy of the list.
type Entry struct {
	Name  string
	About string // one line for `arena strategies list`
	blank func() arena.Strategy
}

// list is every strategy, in the order in which reports show them. The layers of package layers,
// each over rlm, stand between the presets and the rest.
var list = slices.Concat([]Entry{
	entry("the memory model answers questions about what leaves the window; its reply is the memory", func() arena.Strategy { return &pipeline.RLM{} }),
	entry("a running summary in prose", func() arena.Strategy { return &pipeline.Summarize{} }),
	entry("a list of facts; a new one replaces the one that begins like it", func() arena.Strategy { return &pipeline.Structured{} }),
	entry("a list of facts and a running summary, side by side", func() arena.Strategy { return &pipeline.Hybrid{} }),
	entry("a reference document, and a log of corrections and details laid over it", func() arena.Strategy { return &pipeline.CorrectionAware{} }),
	entry("notes under eight headings, audited against the messages before they count", func() arena.Strategy { return &pipeline.DiscoveredRLM{} }),
	entry("six stores of lines, into which what is new or changed is merged", func() arena.Strategy { return &pipeline.PersistentRLM{} }),
	entry("one extraction per kind of fact, by a schema the model draws up and refines", func() arena.Strategy { return &pipeline.SchemaGuided{} }),
}, layered(), []Entry{
	entry("any encoder, store, retrieval and layers, put together", func() arena.Strategy { return &layers.Pipeline{} }),
	entry("the whole conversation; once too long, distilled anew for each question", func() arena.Strategy { return &qtd.QTD{} }),
	entry("the memory model writes a program that extracts facts; what it returns is kept", func() arena.Strategy { return &rllm.RLLM{} }),
	entry("the cheapest configuration of a sweep that surely keeps enough, by a policy file", func() arena.Strategy { return &routed.Controlled{} }),
	entry("the elite of an evolved archive that suits how the conversation begins, by a policy file", func() arena.Strategy { return &routed.EMASRouted{} }),
	entry("the newest messages and nothing else", func() arena.Strategy { return &window.Window{} }),
	entry("control: every message", func() arena.Strategy { return &controls.FullContext{} }),
	entry("control: no memory at all", func() arena.Strategy { return &controls.None{} }),
	entry("control: the user messages that state probed facts, and nothing else", func() arena.Strategy { return &controls.Oracle{} }),
})

// layered are the layers alone, over rlm.
func layered() []Entry {
	var out []Entry
	for _, l := range layers.All() {
		out = append(out, entry(l.About, l.Strategy))
	}
	return out
}

func entry(about string, blank func() arena.Strategy) Entry {
	return Entry{Name: blank().Name(), About: about, blank: blank}
}

// variants are further settings that a run without a plan includes.
var variants = map[string][]string{"window": {"window(size=6)"}}

// leftOut are strategies that a run without a plan doesn't play with their defaults: those of a
// pipeline make it rlm, and the others need a policy file.
var leftOut = []string{"pipeline", "controlled", "emas_routed"}

// All lists every strategy.
func All() []Entry { return list }

// Lineup lists the specs that a run without a plan plays: every strategy with its defaults, but for
// those left out, and the variants.
func Lineup() []string {
	var specs []string
	for _, e := range list {
		if !slices.Contains(leftOut, e.Name) {
			specs = append(specs, e.Name)
		}
		specs = append(specs, variants[e.Name]...)
	}
	return specs
}

// New returns the named strategy with its default settings, or what the named preset stands for.
func New(name string) (arena.Strategy, error) {
	for _, e := range list {
		if e.Name != name {
			continue
		}
		s := e.blank()
		if err := strictyaml.Defaults(s); err != nil {
			return nil, fmt.Errorf("strategy %s: %w", name, err)
		}
		return s, nil
	}
	for _, p := range presets {
		if p.Name == name {
			return Parse(p.Spec)
		}
	}
	hint := ""
	if near := strictyaml.Nearest(name, names()); near != "" {
		hint = "did you mean " + near + "? "
	}
	return nil, fmt.Errorf("unknown strategy %q (%ssee arena strategies list)", name, hint)
}

func names() []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.Name
	}
	for _, p := range presets {
		out = append(out, p.Name)
	}
	return out
}

// Settings describes the settings of a strategy, in their declared order.
func Settings(s arena.Strategy) []strictyaml.Field { return strictyaml.Fields(s) }

// Label is the canonical spec: the name, and in brackets the settings that differ from their
// defaults in declared order. Parse reads it back.
func Label(s arena.Strategy) string {
	var set []string
	for _, c := range strictyaml.Changed(s) {
		set = append(set, c.Name+"="+c.Value)
	}
	if len(set) == 0 {
		return s.Name()
	}
	return s.Name() + "(" + strings.Join(set, ",") + ")"
}
