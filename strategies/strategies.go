// Package strategies is the list of all memory strategies. Adding one is a package and a line
// in this list; the contract suite, `arena strategies` and the default line-up find it there.
package strategies

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/cascade"
	"contextarena.internal/strategies/channels"
	"contextarena.internal/strategies/compaction"
	"contextarena.internal/strategies/controls"
	"contextarena.internal/strategies/correctionformat"
	"contextarena.internal/strategies/darlm"
	"contextarena.internal/strategies/episodic"
	"contextarena.internal/strategies/eviction"
	"contextarena.internal/strategies/external"
	"contextarena.internal/strategies/foresight"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/pruning"
	"contextarena.internal/strategies/qpb"
	"contextarena.internal/strategies/qtd"
	"contextarena.internal/strategies/retrieval"
	"contextarena.internal/strategies/rllm"
	"contextarena.internal/strategies/routed"
	"contextarena.internal/strategies/selection"
	"contextarena.internal/strategies/shadowgraph"
	"contextarena.internal/strategies/window"
)

// Entry is one strategy of the list.
type Entry struct {
	Name  string
	About string // one line for `arena strategies list`
	blank func() arena.Strategy
	layer func() pipeline.Layer // nil unless it is a layer over rlm; a pointer to one
}

// list is every strategy and every layer, in the order in which reports show them. A layer is a strategy
// of its own over rlm, and any pipeline can have it.
var list = []Entry{
	strategy[pipeline.RLM]("the memory model answers questions about what leaves the window; its reply is the memory"),
	strategy[pipeline.Summarize]("a running summary in prose"),
	strategy[pipeline.Structured]("a list of facts; a new one replaces the one that begins like it"),
	strategy[pipeline.Hybrid]("a list of facts and a running summary, side by side"),
	strategy[pipeline.CorrectionAware]("a reference document, and a log of corrections and details laid over it"),
	strategy[pipeline.DiscoveredRLM]("notes under eight headings, audited against the messages before they count"),
	strategy[pipeline.PersistentRLM]("six stores of lines, into which what is new or changed is merged"),
	strategy[pipeline.SchemaGuided]("one extraction per kind of fact, by a schema the model draws up and refines"),
	layer[darlm.Layer]("reads dense, changed segments twice or more, noisy ones once, small ones not yet"),
	layer[correctionformat.Layer]("a list of corrections beside the notes, in one of seven formats"),
	layer[shadowgraph.Layer]("a graph of entities, places, relations and decisions beside the notes"),
	layer[foresight.Layer]("flags surprising values for the encoder and adds those its notes lack"),
	layer[channels.Layer]("verbatim identifiers, and values with their history, in two stores beside the notes"),
	layer[cascade.Layer]("guards values that others depend on; works out anew or marks what a change taints"),
	layer[episodic.Layer]("asks more for the kinds of facts that earlier sessions lost; without them it is rlm"),
	layer[qpb.Layer]("pins sentences with amounts, rates, phone numbers and identifiers word for word"),
	layer[qpb.Framed]("qpb, with a paragraph ahead of the system prompt that says it is everyday work"),
	strategy[Pipeline]("any encoder, store, retrieval and layers, put together"),
	strategy[qtd.QTD]("the whole conversation; once too long, distilled anew for each question"),
	strategy[rllm.RLLM]("the memory model writes a program that extracts facts; what it returns is kept"),
	strategy[routed.Controlled]("the cheapest configuration of a sweep that surely keeps enough, by a policy file"),
	strategy[routed.EMASRouted]("the elite of an evolved archive that suits how the conversation begins, by a policy file"),
	strategy[retrieval.Retrieval]("every message as it was said; a question brings back those that resemble it"),
	strategy[window.Window]("the newest messages and nothing else"),
	strategy[eviction.RWOE]("drops the messages of the lowest expected future value until the rest fits a budget"),
	strategy[eviction.RWOER]("rwoe, with noise added to its values"),
	strategy[eviction.LRU]("drops what was referred to longest ago until the rest fits a budget"),
	strategy[eviction.LFU]("drops what was referred to least often until the rest fits a budget"),
	strategy[eviction.GDSF]("drops what has few and old references for its length until the rest fits a budget"),
	strategy[eviction.Truncate]("drops the oldest until the rest fits a budget"),
	strategy[eviction.Random]("drops any until the rest fits a budget"),
	strategy[selection.Greedy]("for each question the messages of the highest scores, up to 95 % of a budget"),
	strategy[selection.GreedyFull]("greedy, until nothing more fits"),
	strategy[selection.Density]("for each question the messages of the highest scores per token that fit a budget"),
	strategy[selection.Optimal]("for each question the messages of the greatest total score that fit a budget"),
	strategy[selection.Beam]("for each question messages that fit a budget, by a beam search from the oldest on"),
	strategy[selection.Recency]("the end of the conversation that fits a budget"),
	strategy[selection.EveryKth]("every k-th message, so that they fit a budget"),
	strategy[pruning.MUS]("every message and summaries of sessions; what is retrieved often, lately and aptly stays"),
	strategy[pruning.MIS]("the same; what bears on open requests and is unlike the rest stays"),
	strategy[pruning.Final]("the same; what was useful or bears on open requests stays"),
	strategy[pruning.AgePrune]("the same; the newest stay"),
	strategy[compaction.Compaction]("a short summary of all but the newest exchanges, by the memory model or by rules"),
	strategy[compaction.ConversationMemory]("the newest exchanges, and quotes of those before them"),
	strategy[external.External]("a program of your own, in any language, that is told every message"),
	strategy[controls.FullContext]("control: every message"),
	strategy[controls.None]("control: no memory at all"),
	strategy[controls.Oracle]("control: the messages that state probed facts, and nothing else"),
	strategy[controls.PerfectDelivery]("control: rlm, and beside its notes every message that states a probed fact"),
	layer[controls.Placebo]("control: calls whose replies are thrown away, and lines that say nothing beside the notes"),
}

func strategy[S any, P interface {
	*S
	arena.Strategy
}](about string) Entry {
	blank := func() arena.Strategy { return P(new(S)) }
	return Entry{Name: blank().Name(), About: about, blank: blank}
}

func layer[L pipeline.Layer](about string) Entry {
	e := strategy[pipeline.Alone[L]](about)
	e.layer = func() pipeline.Layer { return any(new(L)).(pipeline.Layer) }
	return e
}

// variants are further settings that a run without a plan includes.
var variants = map[string][]string{"window": {"window(size=6)"}}

// leftOut are strategies that a run without a plan doesn't play with their defaults: those of a
// pipeline make it rlm, some need a policy file, and those that evict, select or prune have a budget, which is
// compared where every strategy has the same.
var leftOut = []string{
	"pipeline", "controlled", "emas_routed",
	"rwoe", "rwoe_r", "lru", "lfu", "gdsf", "truncate", "random_evict",
	"greedy", "greedy_full", "density", "select_dp", "beam", "recency", "every_kth",
	"mus", "mis", "prune_final", "age_prune",
	"compaction", "conversation_memory",
	"external",
	"perfect_delivery", "placebo",
}

// Preset is a name for settings of another strategy. It is played, labelled and stored as that
// strategy: a name that people may type, and nothing else.
type Preset struct {
	Name  string
	Spec  string // what it stands for; its label is the canonical form of it
	About string // one line for `arena strategies list`
}

// presets are the compositions that the proposals themselves name (seed document 003,
// "Composability" and the sections of proposals 4 and 9). The caps of replies are those that the
// strategies below the layers have alone. Behind them stand the four recipes of "Memory Compaction".
var presets = []Preset{
	{"da_rlm_cascade", "pipeline(layers=[da_rlm, cascade])", "depth by content, and dependent values guarded"},
	{"shadow_graph_foresight", "pipeline(layers=[shadow_graph, foresight])", "a graph, and surprising values flagged for the encoder"},
	{"channels_correction_format", "pipeline(layers=[channels, correction_format])", "stable and plastic stores, and corrections as a diff"},
	{"cascade_hybrid", "pipeline(encode=dual_track,layers=[cascade])", "cascade over hybrid"},
	{"cascade_correction_aware", "pipeline(encode=reference_and_log,max_tokens=2048,layers=[cascade])", "cascade over correction_aware"},
	{"l1_low_l2_medium", "mus", "utility thresholds 0.2 and 0.3, those the source settled on and the defaults of mus"},
	{"foresight_discovered_rlm", "pipeline(encode=audited_extraction,layers=[foresight])", "foresight over discovered_rlm"},
	{"compaction_throughput", "compaction(min_entries_for_compaction=3,max_entries_before_compaction=5,max_chars_before_compaction=3000,summary_max_sentences=2,preserve_last_n_entries=1,use_llm_for_summary=false)", "compaction, early and by rules"},
	{"compaction_research", "compaction(min_entries_for_compaction=8,max_entries_before_compaction=15,max_chars_before_compaction=15000,summary_max_sentences=4,preserve_last_n_entries=3)", "compaction, late and by the model"},
	{"compaction_minimal", "compaction(min_entries_for_compaction=2,max_entries_before_compaction=4,max_chars_before_compaction=2000,summary_max_sentences=1,preserve_last_n_entries=1,use_llm_for_summary=false)", "compaction, as early as possible and by rules"},
	{"compaction_none", "compaction(min_entries_for_compaction=999,max_entries_before_compaction=999,max_chars_before_compaction=999999)", "compaction that never comes, but for a budget"},
}

// Presets lists the presets.
func Presets() []Preset { return presets }

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
		strictyaml.Defaults(s)
		return s, nil
	}
	for _, p := range presets {
		if p.Name == name {
			return Parse(p.Spec)
		}
	}
	return nil, fmt.Errorf("unknown strategy %q (%ssee arena strategies list)", name, strictyaml.DidYouMean(name, names()))
}

func names() []string {
	var out []string
	for _, e := range list {
		out = append(out, e.Name)
	}
	for _, p := range presets {
		out = append(out, p.Name)
	}
	return out
}

// Setting describes a setting of a strategy.
type Setting = strictyaml.Field

// Settings describes the settings of a strategy, in their declared order.
func Settings(s arena.Strategy) []Setting {
	return strictyaml.Fields(unprompted(s))
}

// Label is the canonical spec: the name, and in brackets the settings that differ from their
// defaults in declared order. Parse reads it back.
func Label(s arena.Strategy) string {
	var set []string
	changed := strictyaml.Changed(unprompted(s))
	if p, ok := s.(*Prompted); ok {
		changed = append(changed, strictyaml.Changed(p)...)
	}
	for _, c := range changed {
		set = append(set, c.Name+"="+c.Value)
	}
	if len(set) == 0 {
		return s.Name()
	}
	return s.Name() + "(" + strings.Join(set, ",") + ")"
}
