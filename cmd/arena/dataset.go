package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab/catalogue"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/datasets"
)

// datasetCommand imports a dataset, whose authors call it title. One bad file stops only itself.
func datasetCommand(name, title string) func(*call) entry {
	return func(c *call) entry {
		own := &struct {
			Out    string `flag:"out" usage:"<FOLDER> for the scenarios; files of their names are replaced"`
			Errata string `flag:"errata" usage:"apply the corrections of <FILE>"`
		}{Out: name}
		return entry{
			use: name + " FILE...", short: "Make scenarios of the dataset " + title,
			long: `Make scenarios of files of ` + title + `, and say how many of their
questions can be judged by a value, by a value in the answer alone, or by a
judge alone.

What can't be read is left out, and named with its line. Exit code 3: something
was left out. docs/datasets.md tells what becomes of a question, and how the
scenarios are played.`,
			example: "  arena import " + name + " " + name + ".json\n  arena import " + name + " " + name + ".json --out mine \\\n    --errata " + name + "-errata.yaml",
			own:     own,
			run: func(context.Context) error {
				var errata *datasets.Errata
				if own.Errata != "" {
					data, err := c.read(own.Errata)
					if err != nil {
						return usageError{err}
					}
					if errata, err = datasets.ReadErrata(own.Errata, data); err != nil {
						return err
					}
				}
				if err := os.MkdirAll(own.Out, 0o755); err != nil {
					return usageError{err}
				}
				var all []datasets.Imported
				var failed error
				for _, file := range c.args {
					data, err := input.ReadFile(file, datasets.MostBytes)
					var in datasets.Imported
					if err == nil {
						in, err = datasets.Import(name, file, data, errata)
					}
					for _, s := range in.Scenarios {
						err = errors.Join(err, replaceBy(filepath.Join(own.Out, s.ID+".yaml"), func(to io.Writer) error { return scenarios.Write(to, s) }))
					}
					if failed = errors.Join(failed, err); err == nil {
						all = append(all, in)
					}
				}
				d, left := catalogue.Imported(all, tokens.NewCounter().Count)
				if len(all) > 0 {
					failed = errors.Join(failed, c.print(d))
				}
				if failed != nil {
					return usageError{failed}
				}
				return whole(left == 0, nil)
			},
		}
	}
}
