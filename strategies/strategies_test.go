package strategies_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/strategies"
)

var update = flag.Bool("update", false, "write the golden files anew")

func init() { arenatest.Sandbox = sandbox.InProcess{} }

// specs are the settings every strategy is tested with besides its defaults.
var specs = []string{
	"rlm(questions=1)", "rlm(depth=3)", "rlm(compress_every=1,recent_window=1)", "window(size=1)", "window(size=6)",
	"da_rlm(keep_raw_tokens=0)", "da_rlm(keep_raw_tokens=20,noise_high=1,threshold_high=0)", "correction_format(format=socratic_elicitation)",
	"foresight(surprise_bits=0,flagged_most=1)", "pipeline(encode=dual_track,layers=[correction_format,foresight])",
	"pipeline(layers=[da_rlm(keep_raw_tokens=0),correction_format,foresight])",
	"qtd(budget=20)", "rllm(attempts=1,compress_every=2,recent_window=1,keep_tokens=64)", "schema_guided(max_types=7,keep_tokens=64)", "persistent_rlm(keep_tokens=64)", "correction_aware(max_entries=1)",
	"pipeline(encode=type_specific)", "pipeline(encode=keyed_sections,layers=[qpb])",
	"pipeline(encode=audited_extraction,layers=[qpb_frame])", "pipeline(encode=reference_and_log)",
	"shadow_graph(graph_tokens=32)", "channels(classifier=regex,stable_tokens=16)",
	"cascade(threshold=0,graph_tokens=32)", "pipeline(encode=dual_track,layers=[cascade])", "pipeline(layers=[shadow_graph,foresight])",
	"pipeline(encode=reference_and_log,layers=[cascade])", "pipeline(layers=[da_rlm(keep_raw_tokens=0),cascade])",
	"pipeline(store=append_deduplicate,retrieve=interleaved,depth=2)", "pipeline(store=layered,retrieve=on_demand,recall_tokens=16)",
	"pipeline(store=versioned,keep_tokens=64,layers=[cascade,foresight])", "pipeline(encode=narrative_summary,store=versioned,retrieve=on_demand)",
	"pipeline(encode=fact_extraction,store=replace,retrieve=interleaved,recent_window=3)",
	"pipeline(encode=dual_track,store=layered,depth=3,adaptive_depth=true)", "pipeline(encode=type_specific,store=versioned,depth=2)",
	"pipeline(encode=type_specific,store=layered,retrieve=interleaved,layers=[channels,correction_format(format=socratic_elicitation)])",
	"pipeline(encode=fact_extraction,store=versioned,layers=[da_rlm(keep_raw_tokens=0),shadow_graph])",
	"rwoe(budget=12)", "rwoe(budget=30,classes=structural,efv=per_token)",
	"rwoe_r(budget=25,semantic=0)", "lru(budget=1)", "lfu(budget=20,permanent_cap=1)", "gdsf(budget=20)", "truncate(budget=20,readmit=false)",
	"random_evict(budget=20)",
	"retrieval(by=bm25)", "retrieval(by=embedding,window=1,top_k=1)",
	"greedy", "greedy_full", "density", "select_dp", "beam", "recency", "every_kth",
	"greedy(budget=60)", "greedy(budget=60,unit=turn,dependency=5,normalise=true,dependencies=false)", "greedy_full(budget=60,semantic=0)",
	"density(budget=60)", "select_dp(budget=60)", "beam(budget=60,width=1)", "recency(budget=60)", "every_kth(budget=60)", "every_kth(k=3)", "recency(budget=0)", "select_dp(budget=0)",
	"mus", "mis", "prune_final", "age_prune", "mus(budget=60,target=8,cooldown=0)", "mis(budget=60,target=9,unit=turn,cooldown=1,min_l1=1,l1=0.3,session_messages=4,chapter_sessions=2,likeness=0.3)",
	"prune_final(budget=60,unit=turn,target=12,normalise=true,nearest=3,stability=1)", "age_prune(unit=turn,target=6,delay=1,max_l2=3,session_messages=2,chapter_sessions=2)", "mus(budget=1,warmup=9,unit=turn)",
	"compaction", "compaction(min_entries_for_compaction=1,max_entries_before_compaction=1,preserve_last_n_entries=0)", "compaction_minimal", "compaction_throughput",
	"compaction(mode=as_documented,use_llm_for_summary=false,max_entries_before_compaction=2,min_entries_for_compaction=1)",
	"conversation_memory", "conversation_memory(max_turns=1)", "conversation_memory(max_turns=2,summary_tokens=0)", "conversation_memory(mode=as_documented,max_turns=2)", "conversation_memory(mode=as_documented,max_turns=0)",
	"summarize(compress_every=2,recent_window=2)", "structured(match_prefix=1)", "hybrid(compress_every=3,recent_window=5)",
}

func TestContract(t *testing.T) {
	for _, spec := range append(strategies.Lineup(), specs...) {
		t.Run(spec, func(t *testing.T) {
			s, err := strategies.Parse(spec)
			require.NoError(t, err)
			arenatest.Strategy(t, s)
		})
	}
}

func TestLabelIsCanonical(t *testing.T) {
	for spec, want := range map[string]string{
		"rlm":                             "rlm",
		" rlm ( depth = 1 ) ":             "rlm",
		"rlm(depth=2)":                    "rlm(depth=2)",
		"rlm(depth=2, questions=1)":       "rlm(questions=1,depth=2)",
		"window(size=10)":                 "window(size=10)",
		"window(size=0)":                  "window",
		"structured(recent_window=6)":     "structured(recent_window=6)",
		"full_context()":                  "full_context",
		"hybrid(max_tokens=512,)":         "hybrid(max_tokens=512)",
		"summarize(compress_every=0x10 )": "summarize(compress_every=16)",
	} {
		s, err := strategies.Parse(spec)
		require.NoError(t, err, spec)
		require.Equal(t, want, strategies.Label(s))
		again, err := strategies.Parse(strategies.Label(s))
		require.NoError(t, err)
		require.Equal(t, s, again, "a label reads back as the same strategy")
	}
}

func TestParseRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"rml":                   `unknown strategy "rml" (did you mean rlm?`,
		"":                      `unknown strategy ""`,
		"rlm(dept=2)":           "did you mean depth?",
		"rlm(depth=4)":          "depth",
		"rlm(depth=two)":        "depth",
		"rlm(questions=3)":      "want 1 or 5",
		"rlm(depth=2":           "name(setting=value",
		"rlm(depth)":            "setting=value",
		"none(size=3)":          "size",
		"rlm(depth=1.5)":        "depth",
		"rlm(depth=2,depth=3)":  "depth",
		"rlm(depth=2)(depth=3)": "name(setting=value",
	} {
		_, err := strategies.Parse(spec)
		require.ErrorContains(t, err, want, spec)
	}
}

// TestVersions fails when a prompt or the code of a strategy's version changes: raise the
// integer if the strategy remembers differently, then run with -update.
func TestVersions(t *testing.T) {
	have := map[string]string{}
	for _, e := range strategies.All() {
		s, err := strategies.New(e.Name)
		require.NoError(t, err)
		have[e.Name] = s.Version()
	}
	const file = "testdata/versions.json"
	if *update {
		b, err := json.MarshalIndent(have, "", "  ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, append(b, '\n'), 0o644))
	}
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	var want map[string]string
	require.NoError(t, json.Unmarshal(b, &want))
	for name, version := range have {
		old := strings.Split(want[name], ",") // a layer's stands behind the one of what it rides on
		for i, part := range strings.Split(version, ",") {
			number, hash, _ := strings.Cut(part, "+")
			if i < len(old) && !strings.HasSuffix(old[i], "+"+hash) {
				require.False(t, strings.HasPrefix(old[i], number+"+"), "%s: its prompts changed but not its version number: raise codeVersion, then run with -update", name)
			}
		}
	}
	require.Equal(t, want, have, "versions changed, or a strategy is new: make docs writes them down (go test ./strategies -run TestVersions -update)")
}
