package main

import (
	"context"
	"io"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/lab/frontier"
)

var policyCommand = group("policy", "Make the policies that strategies decide by", policyExport, archivePolicy)

// policy writes a policy file.
func (c *call) policy(p *lab.PolicyFile, err error) error {
	if err != nil {
		return err
	}
	return c.save(func(to io.Writer) error { return writeText(to, p.Write) })
}

func policyExport(c *call) entry {
	return entry{
		use: "export [SWEEP]", short: "Write the front of a sweep as a policy for controlled",
		long: `Write the front of a sweep as a policy: its configurations, what they cost, and
what they surely keep, by bounds that hold for all points of the sweep at once.
Without an argument it is the newest sweep; it needs four scenarios that decide.

For each scenario the policy has a fold made without it, which is the one that
a trial on that scenario uses. docs/research/policy.md tells more.`,
		example: `  arena lab policy export --out policy.json
  arena lab policy export 3 --out policy.json
  arena run --strategy 'controlled(policy=policy.json,floor=0.6)'`,
		flags: reading + "out",
		run: func(ctx context.Context) error {
			return c.withLab(true, func(l *lab.Lab) error { return c.policy(frontier.ExportPolicy(ctx, l, c.first())) })
		},
	}
}

func archivePolicy(c *call) entry {
	own := &struct {
		After int `flag:"after" want:"3 to 5" usage:"decide by the first <N> messages of the user: 3 to 5"`
	}{evolution.After}
	return entry{
		use: "export-archive [EVOLUTION]", short: "Write an evolution's archive as a policy for emas_routed",
		long: `Write the elites of an evolution (arena lab evolve) as a policy: which of them
to play, told by the first messages of a conversation. Without an argument it is
the newest evolution.

A conversation is routed by its kind, for which the evolution's model is asked
once per scenario. For each scenario that chose elites the policy has a fold
made without it, archive and router, which is the one that a trial on that
scenario uses. docs/research/emas.md tells more.`,
		example: `  arena lab policy export-archive --out archive.json
  arena lab policy export-archive 3 --after 5 --out archive.json
  arena run --suite extended \
    --strategy 'emas_routed(policy=archive.json)'`,
		flags: stored + "max-wait scenarios-dir out", own: own, things: "questions",
		run: func(context.Context) error {
			if err := c.refuse(); err != nil {
				return err
			}
			if err := c.existing(); err != nil {
				return err
			}
			l, err := c.asking(c.models())
			if err != nil {
				return err
			}
			return c.open(l, func(ctx context.Context) error { return c.policy(evolution.ExportPolicy(ctx, l, c.first(), own.After)) })
		},
	}
}
