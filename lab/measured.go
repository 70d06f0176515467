package lab

import (
	"context"
	"errors"

	"contextarena.internal/arena"
	"contextarena.internal/store"
)

// ErrUnmeasured says that some trials could not be measured: the money ran out, or a provider failed.
var ErrUnmeasured = errors.New("not all trials are measured")

// neighbours is how many trials that follow each other, on one scenario in one repeat, one worker plays
// in turn: they ask much the same, so that none waits for a reply that another has asked for.
const neighbours = 12

// Measure measures trials in parallel: of each its verdicts and charges are kept, not its evidence;
// its key says how to play it in full. A measurement by other matchers than today's is made anew, and with Lab.Fresh one
// of other code of the strategy. In a round of shards its piece of them is measured, and nothing more begun if others are missing. It is
// ErrUnmeasured if a trial has no measurement in the end; those that were made are stored, even if ctx
// ends.
func (p *Player) Measure(ctx context.Context, trials []arena.Trial) ([]Shown, error) {
	var groups [][2]int
	for begin := 0; begin < len(trials); {
		end := begin + 1
		for end < len(trials) && end-begin < neighbours && trials[end].Scenario == trials[begin].Scenario && trials[end].Repeat == trials[begin].Repeat {
			end++
		}
		groups = append(groups, [2]int{begin, end})
		begin = end
	}
	measured := make([]store.Measurement, len(trials))
	first, last := p.Lab.Shard.piece(len(trials))
	err := p.session.Each(ctx, len(groups), func(ctx context.Context, i int) error {
		from, to := groups[i][0], groups[i][1]
		return p.measureGroup(ctx, trials[from:to], measured[from:to], max(first-from, 0), last-from)
	})
	if err != nil {
		return nil, err
	}
	out := make([]Shown, len(trials))
	open := 0
	var here []arena.Trial
	for i, m := range measured {
		if !m.Finished() {
			if open++; first <= i && i < last {
				here = append(here, trials[i])
			}
			continue
		}
		out[i] = Shown{Ended: m.Outcome, Passed: m.Passed, Results: m.Results, Cost: costOf(m.Usage, p.Lab.Prices, p.Cast.PricesAsOf), Edited: EditedSince(m.Code, trials[i].Strategy)}
	}
	if p.Lab.Shard.Round {
		p.openRound(open, here)
	}
	if open > 0 {
		return nil, ErrUnmeasured
	}
	return out, nil
}

// measureGroup measures a few trials one after the other: of those that aren't measured the ones from first to last, which is another's.
func (p *Player) measureGroup(ctx context.Context, trials []arena.Trial, out []store.Measurement, first, last int) (err error) {
	keys := arena.Keys(trials)
	stored, err := p.Lab.DB.Measurements(ctx, keys)
	if err != nil {
		return err
	}
	var made []store.Measurement
	defer func() {
		if len(made) > 0 {
			err = errors.Join(err, p.Lab.DB.SaveMeasurements(context.WithoutCancel(ctx), made))
			p.report()
		}
	}()
	for i, t := range trials {
		scorer, err := p.scorers.of(t.Scenario)
		if err != nil {
			return err
		}
		had, ok := stored[keys[i]]
		if ok && had.Scorer == scorer.Version() && (!p.Lab.Fresh || had.Code == CodeOf(t.Strategy)) {
			out[i] = had
			p.found()
			continue
		}
		if p.Halted() || i < first || i >= last {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rec, _, err := p.play(ctx, t)
		if err != nil {
			return err
		}
		if p.givenUp() {
			continue
		}
		results, passed := answered(scorer, &rec)
		out[i] = store.Measurement{
			Key: keys[i], Scorer: scorer.Version(), Code: CodeOf(t.Strategy), Outcome: rec.Outcome, Reason: rec.Reason, Usage: store.ChargesOf(rec.Calls),
			Results: results, Passed: passed,
		}
		p.count(rec)
		if out[i].Finished() {
			made = append(made, out[i])
		}
	}
	return nil
}
