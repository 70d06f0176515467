package strategies

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/layertest"
	"contextarena.internal/strategies/pipeline"
)

// with is a pipeline with an encoder and layers, and otherwise its defaults.
func with(t *testing.T, encode pipeline.Encoding, layers ...string) Pipeline {
	t.Helper()
	var p Pipeline
	strictyaml.Defaults(&p)
	p.Encode, p.Layers = encode, layers
	return p
}

// modules are the options of each module whose combinations are the genomes.
var modules = struct {
	encode                       []pipeline.Encoding
	store, retrieve              []string
	compressEvery, recent, depth []int
	adaptive                     []bool
}{
	[]pipeline.Encoding{"narrative_summary", "fact_extraction", "targeted_delegation", "dual_track", "type_specific"},
	[]string{"replace", "append_deduplicate", "layered", "versioned"},
	[]string{"system_prefix", "interleaved", "on_demand"},
	[]int{4, 6, 8, 12},
	[]int{2, 4, 6},
	[]int{1, 2, 3},
	[]bool{false, true},
}

// genomes are all of them.
func genomes(t *testing.T) []Pipeline {
	t.Helper()
	var out []Pipeline
	p := with(t, "")
	for _, p.Encode = range modules.encode {
		for _, p.Store = range modules.store {
			for _, p.Retrieve = range modules.retrieve {
				for _, p.CompressEvery = range modules.compressEvery {
					for _, p.RecentWindow = range modules.recent {
						for _, p.Depth = range modules.depth {
							for _, p.AdaptiveDepth = range modules.adaptive {
								out = append(out, p)
							}
						}
					}
				}
			}
		}
	}
	return out
}

// replies is a memory model that writes what stands in the transcript or the draft, says how it was
// asked, and counts its passes.
func replies() llm.Client {
	pass := regexp.MustCompile(`\(pass (\d)`)
	return llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
		prompt := req.Messages[0].Text
		var facts []string
		asked := ""
		switch {
		case strings.Contains(prompt, "Answer five questions"):
			asked = ", asked"
		case strings.Contains(prompt, "facts of one kind"):
			asked = ", of a kind"
		}
		for line := range strings.Lines(prompt) {
			if said, ok := strings.CutPrefix(strings.TrimSpace(line), "user: "); ok {
				facts = append(facts, said+" (pass 1"+asked+")")
			}
		}
		if _, draft, ok := strings.Cut(prompt, "Read your draft"); ok {
			facts = nil
			for _, line := range strings.Split(draft, "\n") {
				if m := pass.FindStringSubmatch(line); m != nil {
					facts = append(facts, strings.Trim(pass.ReplaceAllString(line, fmt.Sprintf("(pass %c", m[1][0]+1)), "-0123456789. "))
				}
			}
		}
		if strings.Contains(prompt, "in prose") {
			return llmtest.Say(strings.Join(facts, ". ") + "."), ctx.Err()
		}
		if req.Schema != nil {
			return llmtest.Say(factList(facts)), ctx.Err()
		}
		return llmtest.Say("- " + strings.Join(facts, "\n- ")), ctx.Err()
	})
}

// factList is a reply to a form of facts, with or without headings.
func factList(facts []string) string {
	items := make([]map[string]string, len(facts))
	for i, f := range facts {
		items[i] = map[string]string{"fact": f, "heading": "ENTITIES"}
	}
	b, err := json.Marshal(map[string]any{"facts": items})
	if err != nil {
		panic(err)
	}
	return string(b)
}

// seenBy is what a pipeline remembers and shows of a short conversation.
func seenBy(t *testing.T, p Pipeline) string {
	t.Helper()
	trial := arenatest.Start(t, p, replies())
	for i, text := range []string{
		"Budget: $5,000", "Actually the hall is booked", "Budget: $6,000", "Code: WX-4711", "The guests are 40", "Budget: $7,000",
		"Menu: fish", "The guests are 44", "Menu: soup", "Band: Blue Notes", "Cake: lemon", "Driver: Ann",
	} {
		for j, m := range []llm.Message{{Role: llm.User, Text: text}, {Role: llm.Assistant, Text: "Noted."}} {
			require.NoError(t, trial.Observe(t.Context(), arena.Message{
				Message: m, Turn: arena.Turn(i + 1), Index: arena.MessageIndex(2*i + j + 1),
			}))
		}
	}
	c, err := trial.Recall(t.Context(), "What is the budget?")
	require.NoError(t, err)
	require.NotEmpty(t, trial.Cycles, "%+v", p)
	require.NotEqual(t, llm.Tool, c.Messages[0].Role)
	memory := trial.Cycles[len(trial.Cycles)-1].Text
	require.NotEmpty(t, memory)
	return fmt.Sprintf("%s\n%s\n%v\n%d cycles", memory, c.System, c.Messages, len(trial.Cycles))
}

func TestEveryOptionDiffers(t *testing.T) {
	for name, options := range map[string]struct {
		n   int
		set func(p *Pipeline, i int)
	}{
		"encode":         {5, func(p *Pipeline, i int) { p.Encode = modules.encode[i] }},
		"store":          {4, func(p *Pipeline, i int) { p.Store = modules.store[i] }},
		"retrieve":       {3, func(p *Pipeline, i int) { p.Retrieve = modules.retrieve[i] }},
		"compress_every": {4, func(p *Pipeline, i int) { p.CompressEvery = modules.compressEvery[i] }},
		"recent_window":  {3, func(p *Pipeline, i int) { p.RecentWindow = modules.recent[i] }},
		"depth":          {3, func(p *Pipeline, i int) { p.Depth = modules.depth[i] }},
		"adaptive_depth": {2, func(p *Pipeline, i int) { p.Depth, p.AdaptiveDepth = 3, modules.adaptive[i] }},
	} {
		for _, encode := range modules.encode {
			for _, store := range modules.store {
				t.Run(name+" with "+string(encode)+" and "+store, func(t *testing.T) {
					seen := map[string]int{}
					for i := range options.n {
						p := with(t, encode)
						p.Store = store
						options.set(&p, i)
						text := seenBy(t, p)
						other, same := seen[text]
						require.False(t, same, "options %d and %d make no difference:\n%s", other, i, text)
						seen[text] = i
					}
				})
			}
		}
	}
}

func TestEveryGenomeRuns(t *testing.T) {
	all := genomes(t)
	require.Len(t, all, 4320)
	for _, p := range all {
		arenatest.Start(t, p, replies())
		require.NoError(t, p.Check())
	}
	r := rand.New(rand.NewPCG(8, 8))
	for _, i := range r.Perm(len(all))[:200] {
		require.Contains(t, seenBy(t, all[i]), "Menu: soup", "%+v", all[i])
	}
}

func TestPipelineIsThePresets(t *testing.T) {
	for encode, same := range map[pipeline.Encoding]arena.Strategy{
		"targeted_delegation": preset[pipeline.RLM](t),
		"fact_extraction":     preset[pipeline.Structured](t),
		"dual_track":          preset[pipeline.Hybrid](t),
		"type_specific":       preset[pipeline.SchemaGuided](t),
		"audited_extraction":  preset[pipeline.DiscoveredRLM](t),
		"keyed_sections":      preset[pipeline.PersistentRLM](t),
	} {
		t.Run(string(encode), func(t *testing.T) {
			a, b := arenatest.Start(t, with(t, encode), replies()), arenatest.Start(t, same, replies())
			for _, m := range layertest.LongTalk()[:100] {
				require.NoError(t, a.Observe(t.Context(), m))
				require.NoError(t, b.Observe(t.Context(), m))
			}
			require.Equal(t, b.Cycles, a.Cycles)
			require.Equal(t, b.Warnings, a.Warnings)
		})
	}
}

func preset[S arena.Strategy](t *testing.T) S {
	t.Helper()
	var s S
	strictyaml.Defaults(&s)
	return s
}

func TestPipelineRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(p *Pipeline)
		want []string
	}{
		"another store for an encoder with its own": {
			func(p *Pipeline) { p.Encode, p.Store, p.Depth = "keyed_sections", "versioned", 2 },
			[]string{"a store that only it has", "no further passes"},
		},
		"depth to choose where there is one pass": {
			func(p *Pipeline) { p.Encode, p.AdaptiveDepth = "audited_extraction", true },
			[]string{"adaptive_depth has nothing to choose"},
		},
		"two that choose the depth": {
			func(p *Pipeline) { p.AdaptiveDepth, p.Layers = true, []string{"da_rlm"} },
			[]string{"both choose the passes"},
		},
		"a layer twice": {
			func(p *Pipeline) { p.Layers = []string{"qpb", "qpb"} },
			[]string{"listed twice"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := with(t, "targeted_delegation")
			c.set(&p)
			for _, want := range c.want {
				require.ErrorContains(t, p.Check(), want)
			}
		})
	}
}

func TestAdaptiveDepthIsCapped(t *testing.T) {
	changed := []arena.Message{
		{Message: llm.Message{Role: llm.User, Text: "Actually the budget is $5,000 now, not $4,000, and the hall was moved to Oslo."}},
	}
	quiet := []arena.Message{{Message: llm.Message{Role: llm.User, Text: "go on then please"}}}
	for depth, want := range map[int]int{1: 1, 2: 2, 3: 2} {
		h, err := adaptive{depth}.Attach(arena.Env{Tokens: func(s string) int { return len(strings.Fields(s)) }})
		require.NoError(t, err)
		for i, segment := range [][]arena.Message{changed, quiet} {
			p := pipeline.Plan{Cycle: 1, Segment: segment}
			require.NoError(t, h.Plan(t.Context(), &p))
			require.False(t, p.PutOff)
			require.Equal(t, []int{want, 1}[i], p.Depth, "depth %d, segment %d", depth, i)
		}
	}
}

func TestEveryFurtherPassSeesTheAnchor(t *testing.T) {
	for _, encode := range modules.encode {
		p := with(t, encode, "da_rlm(keep_raw_tokens=0,noise_high=1,identifiers_high=1000,threshold_high=0)")
		var mu sync.Mutex
		var prompts []string
		model := replies()
		trial := arenatest.Start(t, p, llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			prompts = append(prompts, req.Messages[0].Text)
			return model.Complete(ctx, req)
		}))
		for i := range 9 {
			require.NoError(t, trial.Observe(t.Context(), arena.Message{
				Message: llm.Message{Role: llm.User, Text: "Actually the budget is $5,000 now."}, Turn: arena.Turn(i + 1), Index: arena.MessageIndex(i + 1),
			}))
		}
		again := 0
		for _, prompt := range prompts {
			if strings.Contains(prompt, "draft below") || strings.Contains(prompt, "draft of") {
				again++
				require.Contains(t, prompt, "xcerpt of the conversation", encode)
				require.Contains(t, prompt, "<transcript>\nuser: Actually", encode)
			}
		}
		require.Positive(t, again, encode)
	}
}

func TestDepthNeedsPasses(t *testing.T) {
	p := with(t, "keyed_sections", "da_rlm")
	require.ErrorContains(t, p.Check(), "keyed_sections makes one")
}
