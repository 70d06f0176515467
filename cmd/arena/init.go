package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	kits "contextarena.internal/examples"
)

// initial are the files that somebody begins with.
//
//go:embed all:initial
var initial embed.FS

func initCommand(c *call) entry {
	own := &struct {
		Strategy string `flag:"strategy" usage:"write a strategy of your own instead, a program in this language: python or node"`
	}{}
	return entry{
		use: "init DIR", short: "Write a scenario, a plan, a nightly file and a workflow",
		long: `Write a scenario of your own, a plan that plays it, a nightly file that gates
what must not get worse, and a GitHub workflow that plays the night. They run as
they are, on a simulated model; change them from there. Nothing is overwritten.

--strategy python writes a memory of your own in one file and a plan that plays
it; --strategy node writes mem0, LangChain, LlamaIndex and an MCP server over
one file of protocol (npm ci installs them). How they are asked is said in
docs/external.md.`,
		example: `  arena init .
  arena init memory-tests
  arena init my-memory --strategy python`,
		own: own,
		run: func(context.Context) error {
			if own.Strategy == "" {
				return c.initiate(initial, "initial", "")
			}
			if err := known("strategy", own.Strategy, []string{"python", "node"}); err != nil {
				return usageError{err}
			}
			return c.initiate(kits.Files, own.Strategy, map[string]string{"node": "npm ci && "}[own.Strategy])
		},
	}
}

// initiate writes the files of a folder, or none if one is there. What has to be done before they run is in first.
func (c *call) initiate(files embed.FS, folder, first string) error {
	dir := c.first()
	from, err := fs.Sub(files, folder)
	if err != nil {
		return err
	}
	var errs []error
	var b strings.Builder
	err = fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		to := filepath.Join(dir, name)
		if err != nil || d.IsDir() {
			return err
		}
		if _, err := os.Lstat(to); err == nil {
			errs = append(errs, fmt.Errorf("%s is there already: nothing was written (name another folder)", to))
		}
		fmt.Fprintf(&b, "wrote %s\n", to)
		return nil
	})
	if err != nil {
		return err
	}
	if errs == nil {
		errs = append(errs, os.CopyFS(dir, from))
	}
	if err := errors.Join(errs...); err != nil {
		return usageError{err}
	}
	fmt.Fprintf(&b, "Next: cd %s && %sarena run plan.yaml\n", dir, first)
	_, err = c.stdout.WriteString(printable(b.String()))
	return err
}
