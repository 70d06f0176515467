package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"contextarena.internal/scenarios/seal"
)

func sealCommand(c *call) entry {
	own := &struct {
		New bool `flag:"new" usage:"draw a seed and write it to FILE"`
	}{}
	return entry{
		use: "seal FILE", short: "Print the hash that commits to a secret seed",
		long: `Print the hash of the seed in FILE (- reads standard input), to be published
before scenarios are generated from it. With --new a seed of 128 bits is drawn
and written to FILE first, which must not exist yet.

Keep the file to yourself until the run is over; then publish the seed, and
anybody can check it with arena scenarios unseal and generate the same
scenarios.`,
		example: `  arena scenarios seal tomorrow.seed --new
  arena scenarios seal tomorrow.seed`,
		own: own,
		run: func(context.Context) error {
			if own.New {
				hash, err := seal.Draw(c.first(), rand.Reader)
				if err == nil {
					err = c.line("%s", hash)
				}
				return err
			}
			seed, err := c.read(c.first())
			if err != nil {
				return usageError{err}
			}
			hash, err := seal.Hash(string(seed))
			if err != nil {
				return usageError{fmt.Errorf("%s: %w", c.first(), err)}
			}
			return c.line("%s", hash)
		},
	}
}

func unsealCommand(c *call) entry {
	own := &struct {
		Hash string `flag:"hash" usage:"the <HASH> that was published before the run"`
		Seed string `flag:"seed" usage:"the <SEED> that was published after it"`
	}{}
	return entry{
		use: "unseal --hash HASH --seed SEED", short: "Check that a published seed is the one that was sealed",
		long: `Check that SEED, published after a run, is the one whose HASH was published
before it. The exit code is 0 if they agree and 1 if they don't.`,
		example: `  arena scenarios unseal --seed 00112233445566778899aabbccddeeff \
    --hash 6f47df67a8469048c8db49b1a4c361911d07d2abb5ef4689bf6cfbf5ca59390d`,
		own: own,
		check: func() error {
			var missing []error
			if own.Hash == "" {
				missing = append(missing, errors.New("--hash is missing: the seed is not sealed without the hash that was published before the run"))
			}
			if own.Seed == "" {
				missing = append(missing, errors.New("--seed is missing: the seed that was published after it"))
			}
			return errors.Join(missing...)
		},
		run: func(context.Context) error {
			switch err := seal.Check(own.Hash, own.Seed); {
			case errors.Is(err, seal.ErrDisagree):
				return err
			case err != nil:
				return usageError{err}
			}
			return c.line("seed and hash agree")
		},
	}
}
