package main

import (
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"contextarena.internal/scenarios/seal"
)

func sealCommand(w *world) *cobra.Command {
	var fresh bool
	cmd := &cobra.Command{
		Use:   "seal FILE",
		Short: "Print the hash that commits to a secret seed",
		Long: `Print the hash of the seed in FILE (- reads standard input), to be published
before scenarios are generated from it. With --new a seed of 128 bits is drawn
and written to FILE first, which must not exist yet.

Keep the file to yourself until the run is over; then publish the seed, and
anybody can check it with arena scenarios unseal and generate the same
scenarios.`,
		Example: `  arena scenarios seal tomorrow.seed --new
  arena scenarios seal tomorrow.seed`,
		Args: atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if fresh {
				hash, err := seal.Draw(args[0], rand.Reader)
				if err == nil {
					_, err = fmt.Fprintln(w.stdout, hash)
				}
				return err
			}
			seed, err := w.read(args[0])
			if err != nil {
				return usageError{err}
			}
			hash, err := seal.Hash(string(seed))
			if err != nil {
				return usageError{fmt.Errorf("%s: %w", args[0], err)}
			}
			_, err = fmt.Fprintln(w.stdout, hash)
			return err
		},
	}
	cmd.Flags().BoolVar(&fresh, "new", false, "draw a seed and write it to FILE")
	return cmd
}

func unsealCommand(w *world) *cobra.Command {
	var hash, seed string
	cmd := &cobra.Command{
		Use:   "unseal --hash HASH --seed SEED",
		Short: "Check that a published seed is the one that was sealed",
		Long: `Check that SEED, published after a run, is the one whose HASH was published
before it. The exit code is 0 if they agree and 1 if they don't.`,
		Example: `  arena scenarios unseal --seed 00112233445566778899aabbccddeeff \
    --hash 6f47df67a8469048c8db49b1a4c361911d07d2abb5ef4689bf6cfbf5ca59390d`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			var missing []error
			if hash == "" {
				missing = append(missing, errors.New("--hash is missing: the seed is not sealed without the hash that was published before the run"))
			}
			if seed == "" {
				missing = append(missing, errors.New("--seed is missing: the seed that was published after it"))
			}
			if err := errors.Join(missing...); err != nil {
				return usageError{err}
			}
			switch err := seal.Check(hash, seed); {
			case errors.Is(err, seal.ErrDisagree):
				return err
			case err != nil:
				return usageError{err}
			}
			_, err := fmt.Fprintln(w.stdout, "seed and hash agree")
			return err
		},
	}
	cmd.Flags().StringVar(&hash, "hash", "", "the `HASH` that was published before the run")
	cmd.Flags().StringVar(&seed, "seed", "", "the `SEED` that was published after it")
	return cmd
}
