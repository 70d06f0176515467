package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"contextarena.internal/lab"
	"contextarena.internal/lab/nightly"
	"contextarena.internal/lab/page"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// nightlyFlags are the flags of arena nightly.
type nightlyFlags struct {
	*call
	sharded
	Night   string `flag:"night" usage:"<LABEL> of the night (default: today's date, UTC)"`
	Folder  string `flag:"out" usage:"write nightly.md, nightly.html, nightly.json and nightly.xml (JUnit) in <FOLDER>"`
	Comment string `flag:"comment" usage:"write what came out to <FILE>, as Markdown for a pull request"`
	Renew   bool   `flag:"update-baseline" usage:"if the gates pass, make this night the baseline; the old one goes to the history beside it"`
	Accept  bool   `flag:"accept-regression" usage:"with --update-baseline: whatever the gates say"`
}

func nightlyCommand(c *call) entry {
	f := &nightlyFlags{call: c}
	return entry{
		use: "nightly FILE.yaml", short: "Play a plan again and stop a regression",
		long: `Play a plan again, compare it with a baseline, and exit 4 if a gate failed.

FILE names a plan, a baseline and the gates. Every night asks anew: its label
goes into the seed. The same night again goes on where it stopped.

Before anything is asked, gates that the plan's repeats can't decide are
refused. A gate passes only if the interval keeps its limit; where it doesn't
and no regression is shown either, it is inconclusive, which exits 4 too unless
FILE says otherwise. Exit 4 goes before 3 (trials not completed).`,
		example: `  arena nightly nightly.yaml --update-baseline     the first night
  arena nightly nightly.yaml --out out
  arena nightly nightly.yaml --night 2026-11-25 --shard 1/3 --db s1.db
  arena nightly nightly.yaml --dry-run`,
		flags: trials + "fresh quiet", dry: "what the gates can detect", own: f, things: "trials", run: f.run,
	}
}

func (f *nightlyFlags) run(ctx context.Context) error {
	var err error
	if f.Accept && !f.Renew {
		err = errors.New("--accept-regression goes with --update-baseline")
	}
	shard, wrong := f.shard(f.env)
	if wrong == nil && shard.Of > 0 && (f.Night == "" || f.Renew || f.Folder+f.Comment != "") {
		wrong = errors.New("--shard: shards of a night have one label and judge nothing: give --night with it, and what tells of the night when they are merged, to the same command without --shard")
	}
	if err := f.refuse(err, wrong); err != nil {
		return err
	}
	if f.Night == "" {
		f.Night = f.now().UTC().Format(time.DateOnly)
	}
	models := f.models()
	r, err := nightly.Read(f.first(), f.Night, f.Renew, models)
	if err != nil {
		return err
	}
	f.ScenariosDir = r.Plan.ScenariosDir
	l, err := f.asking(models, r.Plan.Models...)
	if err != nil {
		return err
	}
	l.Shard = shard
	if f.Folder != "" && !f.DryRun { // before a cent is spent
		if err := os.MkdirAll(f.Folder, 0o755); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	if f.DryRun { // no database is made for it
		_, err := f.foresee(ctx, l, r)
		return err
	}
	var ran lab.Ran
	err = f.withDB(false, func(db *store.DB) error {
		l.DB = db
		outlook, err := f.foresee(ctx, l, r)
		if err != nil {
			return err
		}
		ran, err = f.play(ctx, l, r, outlook)
		return err
	})
	if err != nil {
		return err
	}
	return f.endShard(shard, ran)
}

// tell says something beside the results.
func (f *nightlyFlags) tell(format string, args ...any) {
	fmt.Fprintln(f.stderr, "arena: "+printable(fmt.Sprintf(format, args...)))
}

// foresee prints what the gates can detect, and refuses those that can't be decided, unless the baseline is being
// replaced whatever they say.
func (f *nightlyFlags) foresee(ctx context.Context, l *lab.Lab, r *nightly.Run) (nightly.Outlook, error) {
	o, err := r.Foresee(ctx, l)
	if o.Said != "" {
		f.tell("%s", o.Said)
	}
	if err != nil {
		return o, err
	}
	if f.DryRun {
		err = f.print(o.Document())
	} else {
		err = o.Document().Write(f.stderr, "table", "")
	}
	if err != nil || f.Accept {
		return o, err
	}
	why, err := o.Refused()
	for _, w := range why {
		f.tell("gate refused: %s", w)
	}
	return o, err
}

// play plays the night and reports it; its reports are written before its baseline is.
func (f *nightlyFlags) play(ctx context.Context, l *lab.Lab, r *nightly.Run, o nightly.Outlook) (lab.Ran, error) {
	ran, result, err := f.played(ctx, l, r.Plan)
	if err == nil && l.Shard.Of > 0 {
		f.summary(ran)
		return ran, nil
	}
	if err != nil {
		return ran, err
	}
	night, unkept := r.Judge(ctx, l, o, result)
	doc := night.Document()
	if err := f.print(doc); err != nil {
		return ran, err
	}
	f.summary(ran)
	whole, err := page.OfNight(ctx, l, result, doc)
	if err == nil {
		err = f.files(doc, whole)
	}
	err = errors.Join(err, unkept)
	if f.Comment != "" {
		err = errors.Join(err, f.write(f.Comment, f.DB, func(to io.Writer) error { return night.Comment().Write(to, "md", "") }))
	}
	if err != nil {
		return ran, err
	}
	if f.Renew {
		return ran, f.renewed(r.Renew(night, o, result, f.Accept))
	}
	if !night.Passed {
		return ran, nightly.ErrGate
	}
	return ran, nil
}

// files writes the reports into the folder: in HTML the whole night, or its gates alone where that is too large for a file.
func (f *nightlyFlags) files(d, whole reports.Document) error {
	if f.Folder == "" {
		return nil
	}
	write := func(d reports.Document, name, format string) error {
		return f.write(filepath.Join(f.Folder, name), "", func(to io.Writer) error { return d.Write(to, format, "") })
	}
	err := write(whole, "nightly.html", "html")
	if errors.Is(err, reports.ErrLarge) {
		err = write(d, "nightly.html", "html")
	}
	if err != nil {
		return err
	}
	for _, file := range []struct{ name, format string }{{"nightly.md", "md"}, {"nightly.json", "json"}, {"nightly.xml", "junit"}} {
		if err := write(d, file.name, file.format); err != nil {
			return err
		}
	}
	return nil
}

// renewed writes the new baseline.
func (f *nightlyFlags) renewed(b nightly.Renewal, err error) error {
	switch {
	case errors.Is(err, nightly.ErrGate):
		f.tell("the baseline stays as it is, because the gates didn't pass (--accept-regression takes this night nevertheless)")
		return err
	case err != nil:
		return err
	}
	if b.Text == nil {
		f.tell("%s is the baseline already, in %s", f.Night, b.File)
		return nil
	}
	if b.Kept != "" {
		f.tell("the old baseline is kept as %s", b.Kept)
	}
	if err := os.MkdirAll(filepath.Dir(b.File), 0o755); err != nil {
		return err
	}
	if err := f.write(b.File, "", func(to io.Writer) error { _, err := to.Write(b.Text); return err }); err != nil {
		return err
	}
	f.tell("%s is the baseline now, in %s", f.Night, b.File)
	return nil
}
