package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/llm"
	"contextarena.internal/scenarios/generate"
)

func generateCommand(w *world) *cobra.Command {
	s := generate.Defaults()
	var facts, placement, out string
	var force bool
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Write a scenario out of a seed",
		Long: `Write a scenario out of a seed: equal settings give equal bytes. A small world
is simulated first and talked about second, so that every answer is known
exactly. docs/generating.md explains the settings.

--facts counts the facts of each type: entity, identifier, relationship,
quantity, date, decision, spatial. Facts and what becomes of them share the
turns that --noise leaves, at most three to a turn.`,
		Example: `  arena scenarios generate --seed 7 --out mine/generated-7.yaml
  arena scenarios generate --seed 7 --turns 60 \
    --facts identifier=20,quantity=10 --corrections 8 --chain-depth 3 \
    --tokens 64000 --out mine/long.yaml
  arena run --scenarios-dir mine --suite generated`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
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
			return w.write(out, "", func(to io.Writer) error {
				if err := generate.Write(to, s, llm.NewCounter().Count); err != nil {
					return usageError{err}
				}
				return nil
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.Seed, "seed", "1", "any `TEXT`; another seed is another world")
	f.IntVar(&s.Turns, "turns", s.Turns, "number of turns, before --tokens adds more")
	f.StringVar(&facts, "facts", s.Facts.String(), "`TYPE=N`,... facts of each type (default: "+strings.ReplaceAll(s.Facts.String(), ",", ", ")+")")
	f.Lookup("facts").DefValue = "" // pflag can't break it
	f.IntVar(&s.Corrections, "corrections", s.Corrections, "how many of the facts are corrected later")
	f.IntVar(&s.Deletions, "deletions", s.Deletions, "how many other facts are deleted later")
	f.IntVar(&s.Reassertions, "reassertions", s.Reassertions, "how many of the corrections are taken back later")
	f.IntVar(&s.Historical, "historical", s.Historical, "questions for values from before a correction or deletion")
	f.IntVar(&s.ChainDepth, "chain-depth", s.ChainDepth, "how many `STEPS` deep values are derived from others; 0 for none")
	f.IntVar(&s.Absent, "absent", s.Absent, "questions that the conversation never answers")
	f.Float64Var(&s.Noise, "noise", s.Noise, "least `SHARE` of the turns that state nothing")
	f.IntVar(&s.Sessions, "sessions", s.Sessions, "sessions, on different days")
	f.BoolVar(&s.Tools, "tools", false, "let the assistant look things up before some replies")
	f.StringVar(&placement, "placement", string(s.Placement), "where facts are stated: uniform, early, late or bursts")
	f.IntVar(&s.Tokens, "tokens", 0, "fill the transcript up with small talk to this many `TOKENS`")
	f.StringVar(&s.ID, "id", "", "the scenario's id (default that of --out, or one made of the seed)")
	f.StringVar(&out, "out", "", "`FILE` to write, ID.yaml (default standard output)")
	f.BoolVar(&force, "force", false, "replace the file if it is there")
	return cmd
}
