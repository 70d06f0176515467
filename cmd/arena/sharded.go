package main

import (
	"cmp"
	"errors"
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

// inRounds are the flags of a command whose shards play in rounds.
type inRounds struct {
	sharded
	Round string `flag:"round" usage:"with --shard and <next>: play the next round alone, up to where what all shards have shown decides, and merge the shards behind it"`
}

// rounds is the part that the flags name, in rounds unless what is played hangs on nothing: otherwise says how that is asked for.
func (r inRounds) rounds(c *call, hangs bool, otherwise string) (lab.Shard, error) {
	s, err := r.shard(c.env)
	s.Round = r.Round != ""
	switch {
	case err != nil:
	case s.Round && (s.Of == 0 || c.Fresh):
		err = errors.New("--round: it is what shards play in turn, and nothing anew: give --shard with it, such as 2/8, and no --fresh")
	case !s.Round && s.Of > 0 && hangs:
		err = fmt.Errorf("--shard: what is played hangs on what all shards have shown: play in rounds, with --round next%s", otherwise)
	}
	return s, err
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
