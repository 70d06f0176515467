package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"contextarena.internal/lab"
	"contextarena.internal/scenarios/vary"
)

func varyCommand(c *call) entry {
	v := lab.Variants{Changes: vary.Changes(), Seeds: []uint{1}}
	c.Flags().StringSliceVar(&v.Changes, "change", v.Changes, "what is changed, a variant for each `CHANGE`")
	c.flag(&v.Seeds, "seed", "a variant for each `SEED`")
	c.flag(&v.Folder, "out", "write ID-CHANGE-SEED.yaml into this `FOLDER`")
	own := &struct {
		Suite string `flag:"suite" usage:"vary every scenario of this <SUITE>"`
		Force bool   `flag:"force" usage:"replace files that are there"`
	}{}
	return entry{
		use: "vary [ID|FILE...] --out FOLDER", short: "Write variants of scenarios that ask the same",
		long: `Write variants of scenarios: what is said and asked stays, but names and
identifiers, the order of independent turns, small talk, the form of amounts or
the words around the values are others. Each variant is checked before any is
written: it has to be a valid scenario without a leak, and every fact has to be
recognised in as many messages as in the original. docs/research/variants.md
explains the changes.

  arena run --suite variants --scenarios-dir FOLDER  plays them and originals
  arena report --view variants                       how far the scores move

Variants of scenarios of your own belong in the same folder as those.`,
		example: `  arena scenarios vary early-fact-recall --out variants
  arena scenarios vary --suite original --change rename,reorder --seed 1,2 \
    --out more`,
		flags: "scenarios-dir", own: own,
		run: func(context.Context) (err error) {
			v.Originals, err = lab.Named(c.ScenariosDir, own.Suite, c.args)
			if err := refuse(append([]error{err}, v.Check()...)...); err != nil {
				return err
			}
			return c.vary(v, own.Force)
		},
	}
}

// notThere is an error that names the files that would be replaced, unless that is forced. Folders,
// pipes and devices are none.
func notThere(force bool, names ...string) error {
	if force {
		return nil
	}
	var errs []error
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			errs = append(errs, fmt.Errorf("%s is there already", name))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return usageError{errors.Join(append(errs, errors.New("nothing is written: name another place, or add --force to replace what is there"))...)}
}

// vary makes all variants, then writes them.
func (c *call) vary(v lab.Variants, force bool) error {
	files, idle, err := v.Make()
	for _, why := range idle {
		fmt.Fprintf(c.stderr, "arena: %v; no variant\n", why)
	}
	if err != nil {
		return err
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	if err := notThere(force, names...); err != nil {
		return err
	}
	if err := os.MkdirAll(v.Folder, 0o755); err != nil {
		return usageError{err}
	}
	for _, f := range files {
		if err := replace(f.Name, f.Data); err != nil {
			return fmt.Errorf("write %s: %w", f.Name, err)
		}
		fmt.Fprintln(c.stdout, f.Name)
	}
	return nil
}
