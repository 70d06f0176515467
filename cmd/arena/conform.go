package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab/try"
	"contextarena.internal/strategies/external"
)

func strategiesCheck(c *call) entry {
	return entry{
		use: "check COMMAND [ARG...]", short: "Check that a program can be played as a memory",
		long: `Play a program, as the strategy external does, over two short conversations with
simulated models, and say which parts of the contract of a memory it keeps:
that it plays to the end, does the same twice and beside another trial, at any
time of the clock, recalls without a change, asks models only while it answers,
bears failures of its model and long messages. Each fault is named with its
cure. Nothing is stored. Arguments that are files are taken for its code.
Flags of the program stand behind two dashes. Exit code 3: it has faults.`,
		example: `  arena strategies check ./memory
  arena strategies check -- ./memory --size 8`,
		forms: []string{"table", "json"},
		run: func(ctx context.Context) error {
			s := strictyaml.Default[external.External]()
			s.Command = c.args
			for _, arg := range c.args {
				if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() && !filepath.IsAbs(arg) {
					s.Files = append(s.Files, arg)
				}
			}
			l, err := c.lab(nil)
			if err != nil {
				return err
			}
			cases, err := try.Program(ctx, l, &s)
			if err != nil {
				return err
			}
			if err := c.show(try.Conformance(strings.Join(c.args, " "), cases)); err != nil {
				return err
			}
			return whole(!slices.ContainsFunc(cases, func(x try.Case) bool { return x.Fault != "" }), nil)
		},
	}
}
