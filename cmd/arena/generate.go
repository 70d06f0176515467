package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios/generate"
)

func generateCommand(c *call) entry {
	s := generate.Defaults()
	facts, placement, out, force := s.Facts.String(), string(s.Placement), "", false
	s.Seed = "1"
	c.flag(&s.Seed, "seed", "any `TEXT`; another seed is another world")
	c.flag(&s.Turns, "turns", "number of turns, before --tokens adds more")
	c.flag(&facts, "facts", "`TYPE=N`,... facts of each type (default: "+strings.ReplaceAll(facts, ",", ", ")+")").DefValue = "" // pflag can't break it
	c.flag(&s.Corrections, "corrections", "how many of the facts are corrected later")
	c.flag(&s.Deletions, "deletions", "how many other facts are deleted later")
	c.flag(&s.Historical, "historical", "questions for values from before a correction or deletion")
	c.flag(&s.ChainDepth, "chain-depth", "how many `STEPS` deep values are derived from others; 0 for none")
	c.flag(&s.Absent, "absent", "questions that the conversation never answers")
	c.flag(&s.Noise, "noise", "least `SHARE` of the turns that state nothing")
	c.flag(&s.Sessions, "sessions", "sessions, on different days")
	c.flag(&s.Tools, "tools", "let the assistant look things up before some replies")
	c.flag(&placement, "placement", "where facts are stated: uniform, early, late or bursts")
	c.flag(&s.Tokens, "tokens", "fill the transcript up with small talk to this many `TOKENS`")
	c.flag(&s.ID, "id", "the scenario's id (default that of --out, or one made of the seed)")
	c.flag(&out, "out", "`FILE` to write, ID.yaml (default standard output)")
	c.flag(&force, "force", "replace the file if it is there")
	return entry{
		use: "generate", short: "Write a scenario out of a seed",
		long: `Write a scenario out of a seed: equal settings give equal bytes. A small world
is simulated first and talked about second, so that every answer is known
exactly. docs/generating.md explains the settings.

--facts counts the facts of each type: entity, identifier, relationship,
quantity, date, decision, spatial. Facts and what becomes of them share the
turns that --noise leaves, at most three to a turn.`,
		example: `  arena scenarios generate --seed 7 --out mine/generated-7.yaml
  arena scenarios generate --seed 7 --turns 60 \
    --facts identifier=20,quantity=10 --corrections 8 --chain-depth 3 \
    --tokens 64000 --out mine/long.yaml
  arena run --scenarios-dir mine --suite generated`,
		run: func(context.Context) error {
			var err error
			s.Facts, err = generate.ParseFacts(facts)
			s.Placement = generate.Placement(placement)
			if err := errors.Join(err, s.Name(out)); err != nil { // counts that can't be read are no ground to judge the rest on
				return usageError{err}
			}
			if out != "" && out != "-" {
				if err := s.Check(); err != nil { // before a folder is made
					return usageError{err}
				}
				if err := notThere(force, out); err != nil {
					return err
				}
				if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
					return usageError{err}
				}
			}
			return c.write(out, "", func(to io.Writer) error {
				if err := generate.Write(to, s, tokens.NewCounter().Count); err != nil {
					return usageError{err}
				}
				return nil
			})
		},
	}
}
