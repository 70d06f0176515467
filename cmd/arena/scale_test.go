//go:build scale

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/store"
)

var (
	scaleTrials = flag.String("trials", "1000,10000,100000", "how many trials TestScale measures with, ascending")
	scaleFolder = flag.String("folder", "", "keep the databases of TestScale in this folder, and use those that are there")
)

// shardsOfScale is how many databases are merged.
const shardsOfScale = 8

// scaleBounds are of the largest number of trials, 10^5, on two cores: seconds of the processor, and MB.
var scaleBounds = map[string][2]float64{
	"merge": {60, 300}, "report": {6, 300}, "survival": {8, 300}, "csv": {math.Inf(1), 300}, "json": {math.Inf(1), 300},
}

// TestScale makes the databases of eight shards of the default line-up, merges them, and reports and exports what they have, each in
// a process of its own: wall and processor time, greatest memory, and how they grow. The shards' trials are those of a real run of
// five repeats, which stand for the further repeats, too, under their keys; what a model said in one of the repeats alone is made another text
// in each, so that a database grows by what real repeats have it grow by.
func TestScale(t *testing.T) {
	dir := *scaleFolder
	if dir == "" {
		dir = t.TempDir()
	}
	require.NoError(t, os.MkdirAll(dir, 0o755))
	played := filepath.Join(dir, "played.db")
	if _, err := os.Stat(played); err != nil {
		measure(t, dir, "run", "--suite", "original", "--db", played, "-q")
	}
	var last map[string]measurement
	var lastN float64
	t.Logf("%-8s %-9s %9s %9s %7s %9s", "trials", "what", "wall s", "CPU s", "MB", "growth")
	for _, text := range strings.Split(*scaleTrials, ",") {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		folder := filepath.Join(dir, text)
		if _, err := os.Stat(folder); err != nil {
			require.NoError(t, os.Mkdir(folder+".new", 0o755))
			multiply(t, played, folder+".new", n)
			require.NoError(t, os.Rename(folder+".new", folder))
		}
		now := scaleOf(t, folder)
		for _, what := range []string{"database", "merge", "report", "survival", "csv", "json", "export"} {
			m, growth := now[what], ""
			if was, ok := last[what]; ok {
				growth = fmt.Sprintf("%9.2f", math.Log(m.grows()/was.grows())/math.Log(float64(n)/lastN))
			}
			t.Logf("%-8d %-9s %9.1f %9.1f %7.0f %s", n, what, m.wall, m.cpu, m.mb, growth)
			if bound, ok := scaleBounds[what]; ok && n == 100_000 {
				require.LessOrEqual(t, m.mb, bound[1], "MB of %s", what)
				require.LessOrEqual(t, m.cpu, bound[0], "seconds of %s", what)
			}
		}
		last, lastN = now, float64(n)
	}
}

// measurement is what a process took. Of a database it is the size alone.
type measurement struct{ wall, cpu, mb float64 }

// grows is what is compared with fewer trials.
func (m measurement) grows() float64 {
	if m.cpu == 0 {
		return m.mb
	}
	return m.cpu
}

// measure runs the program.
func measure(t *testing.T, dir string, args ...string) measurement {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	figures := filepath.Join(t.TempDir(), "figures")
	cmd := exec.Command("/usr/bin/time", append([]string{"-f", "%e %U %S %M", "-o", figures, self}, args...)...) // whose own child isn't begun as large as this process
	var said strings.Builder
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append(os.Environ(), "ARENA_MAIN=1"), io.Discard, &said
	require.NoError(t, cmd.Run(), "%s: %s", args, said.String())
	text, err := os.ReadFile(figures)
	require.NoError(t, err)
	var m measurement
	var user, system float64
	_, err = fmt.Sscan(string(text), &m.wall, &user, &system, &m.mb)
	require.NoError(t, err)
	m.cpu, m.mb = user+system, m.mb*1024/1e6
	return m
}

// scaleOf merges the shards of a folder, and reads what became of them.
func scaleOf(t *testing.T, folder string) map[string]measurement {
	out := map[string]measurement{}
	merge := []string{"merge", "all.db"}
	for shard := range shardsOfScale {
		merge = append(merge, shardName(shard))
	}
	require.NoError(t, os.RemoveAll(filepath.Join(folder, "all.db")))
	out["merge"] = measure(t, folder, merge...)
	info, err := os.Stat(filepath.Join(folder, "all.db"))
	require.NoError(t, err)
	out["database"] = measurement{mb: float64(info.Size()) / 1e6}
	for what, args := range map[string][]string{
		"report": {"report"}, "survival": {"report", "--view", "survival"}, "csv": {"report", "--format", "csv"}, "json": {"report", "--format", "json"},
		"export": {"export", "tables"},
	} {
		out[what] = measure(t, folder, append(args, "--db", "all.db")...)
	}
	require.NoError(t, os.RemoveAll(filepath.Join(folder, "tables")))
	return out
}

func shardName(shard int) string { return fmt.Sprintf("s%d.db", shard+1) }

// multiply writes the databases of eight shards of n trials.
func multiply(t *testing.T, played, folder string, n int) {
	ctx := t.Context()
	from, err := store.Open(ctx, played, store.Options{ReadOnly: true})
	require.NoError(t, err)
	defer from.Close()
	all, err := from.Experiments(ctx)
	require.NoError(t, err)
	trials, err := from.Trials(ctx, all[0].ID)
	require.NoError(t, err)
	scores, err := from.Scores(ctx, all[0].ID)
	require.NoError(t, err)
	records := make([]arena.Record, len(trials))
	own := repeatsOfTexts{}
	for i, trial := range trials {
		records[i], err = from.Record(ctx, trial.Key)
		require.NoError(t, err)
		own.see(records[i], trial.Repeat)
	}

	plan, l := lab.DefaultPlan(), labtest.New(t)
	plan.Suite = "original"
	each := len(trials) / plan.Repeats
	require.Zero(t, n%each, "a repeat has %d trials", each)
	plan.Repeats = n / each
	l.Program = all[0].Program
	resolved, err := l.Resolve(plan)
	require.NoError(t, err)
	keys := arena.Keys(resolved.Trials())
	e := resolved.Experiment(l, keys)
	require.Len(t, keys, n)
	strategies, scenarios := len(resolved.Contestants), len(resolved.Played)
	files, err := from.Files(ctx, all[0].ID)
	require.NoError(t, err)
	for shard := range shardsOfScale {
		e.Given = &store.Given{Command: "arena run", Flags: map[string]string{"shard": fmt.Sprintf("%d/%d", shard+1, shardsOfScale)}}
		db, err := store.Open(ctx, filepath.Join(folder, shardName(shard)), store.Options{})
		require.NoError(t, err)
		_, _, err = db.Begin(ctx, e)
		require.NoError(t, err)
		for _, f := range files {
			require.NoError(t, db.SaveFile(ctx, e.ID, f))
		}
		var here []int
		for place := range keys {
			if block := place / strategies; (block+block/scenarios)%shardsOfScale == shard {
				here = append(here, place)
			}
		}
		session := arena.Session{Parallel: 16} // of which each waits for the commit of many
		require.NoError(t, session.Each(ctx, len(here), func(ctx context.Context, i int) error {
			place := here[i]
			base := place % len(trials)
			trial := trials[base]
			score, repeat := scores[trial.Key], place/each+1
			trial.Key, trial.Repeat = keys[place], repeat
			return db.SaveTrial(ctx, e.ID, place, trial, own.repeated(records[base], repeat), score.Scorer, score.Score)
		}))
		require.NoError(t, db.Finish(ctx, e.ID, store.Partial, "a shard"))
		require.NoError(t, db.Close())
	}
}

// repeatsOfTexts says in which repeat a text stands, and 0 of one that stands in several.
type repeatsOfTexts map[string]int

// see notes the texts of a record.
func (r repeatsOfTexts) see(rec arena.Record, repeat int) {
	rewrite(rec, func(text string) string {
		was, known := r[text]
		if r[text] = repeat; known && was != repeat {
			r[text] = 0
		}
		return text
	})
}

// repeated is a record as another repeat might have left it.
func (r repeatsOfTexts) repeated(rec arena.Record, repeat int) arena.Record {
	return rewrite(rec, func(text string) string {
		if r[text] == 0 {
			return text
		}
		return fmt.Sprintf("%s\n(%d)", text, repeat)
	})
}

// rewrite is a copy of a record with other texts.
func rewrite(rec arena.Record, by func(string) string) arena.Record {
	contexts := map[*arena.Context]*arena.Context{}
	context := func(c *arena.Context) *arena.Context {
		if c == nil || contexts[c] != nil {
			return contexts[c]
		}
		other := *c
		other.System, other.Messages = by(c.System), slices.Clone(c.Messages)
		for i := range other.Messages {
			other.Messages[i].Text = by(other.Messages[i].Text)
		}
		contexts[c] = &other
		return &other
	}
	rec.Messages, rec.Cycles, rec.Probes, rec.Calls = slices.Clone(rec.Messages), slices.Clone(rec.Cycles), slices.Clone(rec.Probes), slices.Clone(rec.Calls)
	for i := range rec.Messages {
		m := &rec.Messages[i]
		m.Text, m.Saw = by(m.Text), context(m.Saw)
	}
	for i := range rec.Cycles {
		rec.Cycles[i].Text = by(rec.Cycles[i].Text)
	}
	for _, reply := range append([]*arena.Reply{&rec.Final}, pointers(rec.Probes)...) {
		reply.Text, reply.Context = by(reply.Text), context(reply.Context)
	}
	for i := range rec.Calls {
		c := &rec.Calls[i]
		c.Reply, c.Prompt = by(c.Reply), slices.Clone(c.Prompt)
		for j := range c.Prompt {
			c.Prompt[j].Text = by(c.Prompt[j].Text)
		}
	}
	return rec
}

func pointers(replies []arena.Reply) (out []*arena.Reply) {
	for i := range replies {
		out = append(out, &replies[i])
	}
	return out
}
