package main

import (
	"cmp"
	"fmt"

	"contextarena.internal/lab"
)

// sharded is the flag of a command that plays a part of its trials.
type sharded struct {
	Shard string `flag:"shard" usage:"play this part of the trials, as <N/OF>, such as 2/8; auto where Slurm says which it is, auto/8 for an indexed job (see arena merge)"`
}

// shard is the part that the flag names: the zero Shard, all, where it isn't given.
func (s sharded) shard(env func(string) string) (lab.Shard, error) {
	if s.Shard == "" {
		return lab.Shard{}, nil
	}
	return lab.ParseShard(s.Shard, env)
}

// endShard is end, but a shard is well done when its part is.
func (c *call) endShard(s lab.Shard, ran lab.Ran) error {
	if s.Of > 0 && ran.Failed == 0 && (ran.Open > 0 || ran.Done == ran.Total) {
		fmt.Fprintln(c.stderr, "arena:", cmp.Or(ran.Experiment.Note, "this shard has every trial"))
		if s.Round && ran.Open == 0 {
			fmt.Fprintln(c.stderr, "arena: nothing is left: this was the last round")
		}
		return nil
	}
	return c.end(ran.Experiment)
}
