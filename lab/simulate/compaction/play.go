package compaction

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"

	"contextarena.internal/strategies"
	"contextarena.internal/strategies/compaction"
)

// contender is a configuration with what writes its summaries and what becomes of them.
type contender struct {
	recipe string
	model  bool
	mode   compaction.Mode
	config compaction.Config
}

func (c contender) name() string {
	name := c.recipe + " rules"
	if c.model {
		name = c.recipe + " model"
	}
	if c.mode == compaction.CarrySummary {
		name += "+"
	}
	return name
}

// contenders are the default and the source's recipes: rules for all, the simulated model for those that don't switch it off,
// in both modes. That which never compacts stands alone.
var contenders = sync.OnceValue(func() []contender {
	var out []contender
	for _, name := range []string{"default", "throughput", "research", "minimal", "none"} {
		config := recipe(name)
		if name == "none" {
			out = append(out, contender{name, false, compaction.AsDocumented, config})
			continue
		}
		for _, model := range []bool{false, true} {
			for _, mode := range []compaction.Mode{compaction.AsDocumented, compaction.CarrySummary} {
				if !model || config.UseModel {
					out = append(out, contender{name, model, mode, config})
				}
			}
		}
	}
	return out
})

// recipe is a configuration that the source recommends, as the preset of its name has it.
func recipe(name string) compaction.Config {
	s, err := strategies.New(strings.TrimSuffix("compaction_"+name, "_default"))
	if err != nil {
		panic(err) // a mistake of the program
	}
	return s.(*compaction.Compaction).Config
}

// outcome is what one contender made of one session. Ratios are means over its compactions, in percent.
type outcome struct {
	compactions    int
	ratio, applied float64 // removed, as the source counts it and as it is
	grew           float64 // share of compactions after which there are more characters than before
	most           float64 // the longest history that was left after a step, as a share of its trigger
	kept           float64 // values that can be read in the end
}

// play plays a session.
func play(ctx context.Context, r *rand.Rand, c contender, s sizing, steps []compaction.Entry, values []string) (outcome, error) {
	core := compaction.Compactor{Config: c.config, Mode: c.mode, Most: carried, Chat: s.chat}
	if c.model {
		says := model(r, values, c.mode)
		core.Write = func(_ context.Context, req compaction.Request) (string, error) { return says(req), nil }
	}
	var h compaction.History
	var o outcome
	for _, e := range steps {
		h.Entries = append(h.Entries, e)
		if core.Due(h) {
			found, err := core.Compact(ctx, h, "", false)
			if err != nil {
				return o, err
			}
			after := compaction.Apply(h, found)
			removed := compaction.AppliedRatio(h, after)
			o.compactions++
			o.ratio += 100 * found.Ratio()
			o.applied += 100 * removed
			if removed < 0 {
				o.grew += 100
			}
			h = after
		}
		o.most = max(o.most, 100*float64(h.Chars())/float64(c.config.MaxChars))
	}
	for _, mean := range []*float64{&o.ratio, &o.applied, &o.grew} {
		*mean /= float64(max(1, o.compactions))
	}
	o.kept = kept(text(h.Shown()), values)
	return o, nil
}

// kept is the share of values that a text has, in percent.
func kept(text string, values []string) float64 {
	n := 0
	for _, v := range values {
		if strings.Contains(text, v) {
			n++
		}
	}
	return 100 * float64(n) / float64(len(values))
}

// talked is what a conversation memory made of a chat: values and characters of its last context, in percent.
func talked(mode compaction.Mode, steps []compaction.Entry, values []string) (has, shown float64) {
	c := compaction.Conversation{MaxTurns: 20, Mode: mode, ReplyChars: compaction.PreviewChars, Most: carried}
	if mode == compaction.AsDocumented {
		c.UserChars = compaction.PreviewChars
	}
	for _, e := range steps {
		c.Add(compaction.Turn{User: e.Reasoning, Assistant: e.Output})
	}
	seen := c.Context()
	return kept(seen, values), 100 * float64(len(seen)) / float64(compaction.History{Entries: steps}.Chars())
}
