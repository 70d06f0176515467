package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// initial are the files that somebody begins with.
//
//go:embed initial
var initial embed.FS

// beginning lists them: where each comes from, and where it goes to.
var beginning = []struct{ from, to string }{
	{"scenarios/office-move.yaml", "scenarios/office-move.yaml"},
	{"plan.yaml", "plan.yaml"},
	{"nightly.yaml", "nightly.yaml"},
	{"workflows/nightly.yaml", ".github/workflows/nightly.yaml"},
}

func initCommand(c *call) entry {
	return entry{
		use: "init DIR", short: "Write a scenario, a plan, a nightly file and a workflow",
		long: `Write a scenario of your own, a plan that plays it, a nightly file that gates
what must not get worse, and a GitHub workflow that plays the night. They run as
they are, on a simulated model; change them from there. Nothing is overwritten.`,
		example: `  arena init .
  arena init memory-tests`,
		run: func(context.Context) error { return c.initiate(c.first()) },
	}
}

// initiate writes the files, or none if one is there.
func (c *call) initiate(dir string) error {
	var errs []error
	for _, f := range beginning {
		if _, err := os.Lstat(filepath.Join(dir, f.to)); err == nil {
			errs = append(errs, fmt.Errorf("%s is there already: nothing was written (name another folder)", filepath.Join(dir, f.to)))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return usageError{err}
	}
	var b strings.Builder
	for _, f := range beginning {
		text, err := initial.ReadFile("initial/" + f.from)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, f.to)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return usageError{err}
		}
		if err := replace(to, text); err != nil {
			return err
		}
		fmt.Fprintf(&b, "wrote %s\n", to)
	}
	fmt.Fprintf(&b, "Next: cd %s && arena run plan.yaml\n", dir)
	_, err := c.stdout.WriteString(printable(b.String()))
	return err
}
