package lab

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is the part of an experiment that is played here: the N-th of Of, from 1. The zero Shard is all of it.
// In a round only its part of what is next is played, by what all shards have shown in the rounds before, which are merged between them.
type Shard struct {
	N, Of int
	Round bool
}

// ParseShard reads a shard such as 2/8. Auto, and auto/8, are read where a scheduler says which it is: the environment of an array job of Slurm, or
// of an indexed job of Kubernetes, which doesn't say of how many.
func ParseShard(text string, env func(string) string) (Shard, error) {
	var s Shard
	n, of, both := strings.Cut(text, "/")
	number := func(text string) int {
		i, err := strconv.Atoi(text)
		if err != nil {
			return -1
		}
		return i
	}
	s.N, s.Of = number(n), number(of)
	if n == "auto" {
		switch {
		case env("SLURM_ARRAY_TASK_ID") != "":
			s.N = number(env("SLURM_ARRAY_TASK_ID")) - number(env("SLURM_ARRAY_TASK_MIN")) + 1
			if !both {
				s.Of, both = number(env("SLURM_ARRAY_TASK_COUNT")), true
			}
		case env("JOB_COMPLETION_INDEX") != "":
			s.N = number(env("JOB_COMPLETION_INDEX")) + 1
		default:
			return Shard{}, fmt.Errorf("--shard %s: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set: say such as 2/8", text)
		}
	}
	if !both || s.N < 1 || s.N > s.Of {
		return Shard{}, fmt.Errorf("--shard %s: want such as 2/8, the second of eight", text)
	}
	return s, nil
}

// piece is which of so many trials of a round, in their order, are played here: all, where there are no rounds. So blocks stay together but for those
// that two shards have ends of, and no shard is without, however few blocks a round has.
func (s Shard) piece(of int) (from, to int) {
	if !s.Round {
		return 0, of
	}
	return (s.N - 1) * of / s.Of, s.N * of / s.Of
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.N, s.Of) }

// Has reports whether a block of trials, from 0, is played here: they go round the shards. Where each row of them, the scenarios of a
// repeat, would begin with the same shard, the next row begins one further, so that a scenario's repeats go round too.
func (s Shard) Has(block, row int) bool {
	if s.Of == 0 {
		return true
	}
	if row%s.Of == 0 {
		block += block / row
	}
	return block%s.Of == s.N-1
}
