package proposals

import (
	"context"
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
	"contextarena.internal/strategies/controls"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
)

// The planted world: scenarios in which one message after another says who has which locker.
const (
	plantedScenarios = 12
	people           = 12
	lineWords        = 4 // of "Nora has locker 1234.", by which the notes' cap counts
	base, wider      = 5 * lineWords, 8 * lineWords
)

// plantedScenario has as many messages behind the facts as bring all of them out of the window.
func plantedScenario(n int) *arena.Scenario {
	s := &arena.Scenario{ID: fmt.Sprintf("planted-%d", n), Name: "Planted", Suite: "test", System: "You help.", Final: arena.Final{
		Question: "Is that all?", Pass: 1, Rubric: []arena.Check{{Item: "yes", Match: arena.Pattern{Text: "Yes"}}},
	}}
	for i := range people {
		name, code := fmt.Sprintf("Member%c%c", 'a'+n, 'a'+i), fmt.Sprint(1000+97*n+13*i)
		f := arena.Fact{
			ID: name, Turn: arena.Turn(i + 1), Text: name + " has locker " + code, Question: "Which locker has " + name + "?", Within: 12,
			About: &arena.Pattern{Text: name}, Value: arena.Pattern{Text: code},
		}
		s.Turns = append(s.Turns, arena.Exchange{User: f.Text + ".", Assistant: "Noted."})
		s.Facts = append(s.Facts, f)
		s.Probes = append(s.Probes, arena.Probe{ID: f.ID, Fact: f.ID, Type: arena.PhoneID, Kind: arena.Current, Question: f.Question})
	}
	for range 8 {
		s.Turns = append(s.Turns, arena.Exchange{User: "Fine.", Assistant: "Good."})
	}
	return s
}

var (
	fact  = regexp.MustCompile(`Member\w+ has locker \d+\.?`)
	asked = regexp.MustCompile(`^Which locker has (\w+)\?$`)
)

// plantedModel writes down what it reads until its cap is reached. It finds 40 % of what its context has, or 90 % where there is more
// beside the rules than the notes of the base: whatever that is, it makes it look twice.
func plantedModel(_ context.Context, req llm.Request) (llm.Response, error) {
	last := req.Messages[len(req.Messages)-1].Text
	if strings.Contains(last, "You keep the notes") {
		lines := fact.FindAllString(last, -1)
		return llmtest.Say(strings.Join(lines[:min(len(lines), req.MaxTokens/lineWords)], "\n")), nil
	}
	of := asked.FindStringSubmatch(last)
	if of == nil {
		return llmtest.Say("Yes."), nil
	}
	system := req.Messages[0].Text
	_, notes, _ := strings.Cut(system, "<knowledge>")
	share := uint64(40)
	if len(strings.Fields(notes)) > base+6 {
		share = 90
	}
	h := fnv.New64a()
	fmt.Fprint(h, req.Seed, of[1], system)
	for _, line := range fact.FindAllString(system, -1) {
		if strings.HasPrefix(line, of[1]+" ") && (h.Sum64()>>20)%100 < share {
			return llmtest.Say(line), nil
		}
	}
	return llmtest.Say("I don't know."), nil
}

// planted is a layer that asks something at each cycle and has a part of the memory that is made of what leaves.
type planted struct {
	name string
	text func(r *pipeline.Revision, heard []string) string
}

func (l planted) Name() string        { return l.name }
func (planted) Prompts() prompt.Texts { return prompt.Code(1) }

func (l planted) Attach(env arena.Env) (pipeline.Hooks, error) {
	var heard []string
	var text string
	return pipeline.Hooks{
		Plan: func(_ context.Context, p *pipeline.Plan) error {
			p.Ask(llm.Ask(env.MemoryModel, 100, "Anything?"))
			return nil
		},
		Revise: func(_ context.Context, r *pipeline.Revision) error {
			for _, m := range r.Segment {
				heard = append(heard, fact.FindAllString(m.Text, -1)...)
			}
			text = l.text(r, heard)
			r.Count(form.Count{Parsed: true})
			return nil
		},
		Text: func() string { return text },
	}, nil
}

// over is a layer over rlm with a cap.
type over struct {
	name   string
	cap    int
	layers []pipeline.Layer
}

func (s over) Name() string  { return s.name }
func (over) Version() string { return "1" }
func (s over) Start(env arena.Env) (arena.Memory, error) {
	rlm := strictyaml.Default[pipeline.RLM]()
	rlm.MaxTokens = s.cap
	return rlm.Under(env, s.layers...)
}

// arms are the base, the controls and the four planted layers.
func plantedArms() []over {
	layer := func(name string, text func(r *pipeline.Revision, heard []string) string) over {
		return over{name, base, []pipeline.Layer{planted{name, text}}}
	}
	return []over{
		{"rlm", base, nil},
		{"placebo", base, []pipeline.Layer{controls.Placebo{Calls: 1, ReplyTokens: 16, Filler: 16}}},
		{"wider", wider, nil},
		layer("idle", func(*pipeline.Revision, []string) string { return "" }),
		layer("solemn", func(*pipeline.Revision, []string) string {
			return "Every matter was considered here with the greatest care, and none was left out."
		}),
		layer("roomy", func(r *pipeline.Revision, heard []string) string { // the lines for which the notes had no room, as far as there is more
			notes := len(r.Lines())
			return strings.Join(heard[min(len(heard), notes):min(len(heard), wider/lineWords)], "\n")
		}),
		layer("helpful", func(_ *pipeline.Revision, heard []string) string { return strings.Join(heard, "\n") }),
	}
}

// playPlanted plays all arms with a seed.
func playPlanted(t *testing.T, scenarios []*arena.Scenario, scorers []*probes.Scorer, seed int64) lab.Result {
	t.Helper()
	r := lab.Result{Scenarios: scenarios, Planned: lab.Planned{Suite: "test", Models: []string{"planted"}, Repeats: 1}}
	session := &arena.Session{Client: llmtest.Func(plantedModel), Tokens: func(text string) int { return len(strings.Fields(text)) }}
	for _, arm := range plantedArms() {
		r.Planned.Strategies = append(r.Planned.Strategies, arm.name)
		for i, s := range scenarios {
			rec, err := session.Play(t.Context(), arena.Trial{Scenario: s, Strategy: arm, Spec: arm.name, Repeat: 1, PlanSeed: seed, Dialogue: arena.Scripted, ReplyTokens: 100})
			require.NoError(t, err)
			require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
			trial := lab.Trial{
				Trial: store.Trial{Scenario: s.ID, Strategy: arm.name, Model: "planted", Repeat: 1, Outcome: rec.Outcome},
				Score: scorers[i].Score(rec),
			}
			for _, c := range rec.Cycles {
				trial.Delivery, trial.Layers = trial.Delivery.Plus(c.Delivery), trial.Layers.Plus(c.Layers)
			}
			for _, p := range rec.Probes {
				trial.Requests = append(trial.Requests, p.Key.String())
			}
			r.Trials = append(r.Trials, trial)
		}
	}
	return r
}

// A layer that delivers nothing, one that is a placebo, one that only has more room and one that helps are told apart in at least 95
// of 100 seeds.
func TestPlantedLayersAreToldApart(t *testing.T) {
	var scenarios []*arena.Scenario
	var scorers []*probes.Scorer
	for n := range plantedScenarios {
		s := plantedScenario(n)
		scorer, err := probes.NewScorer(s)
		require.NoError(t, err)
		scenarios, scorers = append(scenarios, s), append(scorers, scorer)
	}
	want := map[string]stats.Ruling{"idle": stats.Identical, "solemn": stats.PlaceboToo, "roomy": stats.CapacityToo, "helpful": stats.Supported}
	seeds, right := thorough.Times(8, 100), 0
	for seed := range seeds {
		r := playPlanted(t, scenarios, scorers, int64(seed+1))
		arms := lab.Arms(r)
		all := true
		for name, ruling := range want {
			gate := predictions.Gate{Strategy: name, Against: "rlm", Of: "answer", Keeps: 5}
			treatment := predictions.Treatment{Strategy: name, Carries: []string{"phone/id"}, Placebo: "placebo", Capacity: "wider"}
			o := outcome(gate, treatment, r, arms, Options{Estimand: reports.Sampled, Alpha: 0.05 / 4, Delivered: 0.8})
			o.conclude()
			require.Equal(t, 60, o.Delivery.Asked, "one reply a cycle; the base's are none of the layer's")
			if o.Verdict != ruling {
				all = false
				t.Logf("seed %d: %s: %s (%s, %+v)", seed+1, name, o.Verdict, o.gained(), o.Delivery)
			}
		}
		if all {
			right++
		}
	}
	require.GreaterOrEqual(t, 100*right, 95*seeds, "of %d seeds", seeds)
}

// What a stack gains is set against the sum of what its parts gain.
func TestSumOfParts(t *testing.T) {
	var scenarios []*arena.Scenario
	var scorers []*probes.Scorer
	for n := range plantedScenarios {
		s := plantedScenario(n)
		scorer, err := probes.NewScorer(s)
		require.NoError(t, err)
		scenarios, scorers = append(scenarios, s), append(scorers, scorer)
	}
	r := playPlanted(t, scenarios, scorers, 1)
	sum := func(parts ...string) Outcome {
		gate := predictions.Gate{Strategy: "helpful", Against: "rlm", Of: "answer", Sum: parts, Within: 5}
		return outcome(gate, predictions.Treatment{}, r, lab.Arms(r), Options{Estimand: reports.Sampled, Alpha: 0.05})
	}
	alone := outcome(predictions.Gate{Strategy: "helpful", Against: "rlm", Of: "answer", Keeps: 5}, predictions.Treatment{}, r, lab.Arms(r), Options{Estimand: reports.Sampled, Alpha: 0.05})
	same := sum("helpful", "idle")
	require.Equal(t, plantedScenarios, same.Scenarios)
	require.InDelta(t, 0, *same.Gain, 1e-9)
	require.InDelta(t, *alone.Found, *same.Base, 1e-9)
	require.Equal(t, stats.Supported, same.Finding)
	twice := sum("helpful", "helpful")
	require.InDelta(t, -*alone.Gain, *twice.Gain, 1e-9)
	require.InDelta(t, -*alone.High, *twice.Low, 1e-9)
	require.InDelta(t, *alone.Found, *twice.Found, 1e-9)
	require.Equal(t, stats.NotSupported, twice.Finding)
	require.Equal(t, stats.NotEstimable, sum("helpful", "never played").Finding)
	require.Equal(t, "answer ± 5 of helpful + helpful", twice.Gate.String())
}
