package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/proposals"
	"contextarena.internal/reports"
)

// shared are the flags that several commands have, each of which names those it takes. In a usage <FILE> is the word for the
// value, and what stands in braces is the entry's. want is what a value that is given has to be: A to B, more than 0 or 0 or more.
type shared struct {
	DB           string        `flag:"db" default:"arena.db" usage:"database <FILE>"`
	Wait         time.Duration `flag:"wait" default:"10s" want:"0 or more" usage:"how long to wait for a database that another process uses"`
	SyncEvery    time.Duration `flag:"sync-every" default:"1s" want:"more than 0" usage:"how long paid replies may take to reach the disk itself"`
	Prices       string        `flag:"prices" usage:"YAML <FILE> with prices that go before the builtin ones"`
	ScenariosDir string        `flag:"scenarios-dir" usage:"<FOLDER> with scenarios of your own, besides the builtin ones"`

	In     string `flag:"in" usage:"of this <EXPERIMENT> (default: the newest)"`
	OfOne  string `flag:"model" usage:"of this <MODEL> alone, where there are several"`
	Out    string `flag:"out" usage:"write to <FILE> instead of standard output{folder}"`
	Format string `flag:"format" usage:"<FORM> of the output: {forms}; the ending of --out decides if it names one"`
	Chart  string `flag:"chart" usage:"what svg and png draw: {charts}"`
	Schema bool   `flag:"schema" usage:"print the JSON schema of --format json and stop"`
	Quiet  bool   `flag:"quiet" usage:"print the finding alone, a sentence or two, and no progress"`

	View []string `flag:"view" usage:"show this <VIEW> instead of the answer: {views} (again for more, or all)"`

	Parallel    int           `flag:"parallel" want:"1 to 1024" usage:"{things}, and calls, in flight at most (default: one per processor, two with sim, 8 with openai)"`
	RPM         int           `flag:"rpm" want:"1 to 1000000000" usage:"requests per minute at most"`
	TPM         int           `flag:"tpm" want:"1 to 1000000000" usage:"tokens per minute at most"`
	BudgetUSD   float64       `flag:"budget-usd" want:"more than 0" usage:"stop before more than this is spent"`
	Timeout     time.Duration `flag:"timeout" default:"2m" want:"more than 0" usage:"longest time for one call"`
	MaxWait     time.Duration `flag:"max-wait" default:"30m" want:"0 or more" usage:"longest wait for a provider that doesn't answer; then stop, to go on later"`
	MaxFailures int           `flag:"max-failures" want:"0 or more" usage:"stop, to go on later, when more trials than this failed (default: the larger of 10 and 5 %)"`
	Fresh       bool          `flag:"fresh" usage:"play trials anew that other code of their strategy played; they replace the old ones"`
	DryRun      bool          `flag:"dry-run" usage:"print {dry}, and ask no model"`
	Record      string        `flag:"record" usage:"record every exchange with a provider in <FILE>"`
	Replay      string        `flag:"replay" usage:"answer from the recording in <FILE> instead of a provider"`

	Scenarios []string `flag:"scenario" usage:"play this scenario only (again for more)"`
	Stretch   int      `flag:"stretch" want:"0 to 10000000" usage:"fill transcripts up with small talk to this many <TOKENS> (0: as they stand)"`
	Dialogue  string   `flag:"dialogue" usage:"who replies in the conversation: live (the model) or scripted"`
}

// Groups of shared flags.
const (
	reading  = "db prices scenarios-dir "
	spending = "parallel rpm tpm budget-usd timeout prices " // of every command that asks models
	stored   = "db wait sync-every "                         // where replies and trials are kept
	trials   = stored + "max-wait max-failures dry-run "
)

// dialogues and estimandNames are the values of --dialogue and --estimand, and wholes those of a --view of answer or all.
var (
	dialogues     = names([]arena.Dialogue{arena.Live, arena.Scripted})
	estimands     = map[string]reports.Estimand{"sampled": reports.Sampled, "fixed": reports.Fixed}
	estimandNames = []string{"sampled", "fixed"}
	wholes        = []string{"answer", reports.AllViews}
)

// choices are what flags of these names may be, of whatever command.
var choices = map[string][]string{
	"dialogue": dialogues, "estimand": estimandNames, "type": names(arena.FactTypes), "by": {"strategy", "probe"},
	"round": {"next"}, "ablate": names(proposals.Ablations), "primary": contrast.Primaries,
}

// declare adds the flags that an entry has: all of its own, and the shared ones of other names that it asks for.
func (c *call) declare() {
	e := c.is
	folder := ""
	if slices.Contains(e.forms, "html") {
		folder = "; html to a folder, with a / at its end, if it is large"
	}
	say := strings.NewReplacer("<", "`", ">", "`", "{forms}", oneOf(e.forms), "{charts}", oneOf(e.charts), "{views}", strings.Join(e.views, ", "), "{things}", e.things, "{folder}", folder, "{dry}", cmp.Or(e.dry, "size and estimated cost"))
	if e.own != nil {
		c.add(reflect.ValueOf(e.own).Elem(), say, nil)
	}
	names := strings.Fields(e.flags)
	for more, has := range map[string]bool{spending: e.things != "", "format out": e.forms != nil, "chart": e.charts != nil, "schema": e.schema != nil, "view": e.views != nil} {
		if has {
			names = append(names, strings.Fields(more)...)
		}
	}
	if strings.Contains(e.use, experiment) {
		names = append(names, "in")
	}
	if e.forms != nil {
		c.Format = e.forms[0]
	}
	if e.charts != nil {
		c.Chart = e.charts[0]
	}
	c.add(reflect.ValueOf(&c.shared).Elem(), say, names)
}

// add adds the fields of a struct that are flags; of some names alone, unless that is nil. What is there already stays.
func (c *call) add(of reflect.Value, say *strings.Replacer, names []string) {
	for i := range of.NumField() {
		field, value := of.Type().Field(i), of.Field(i)
		if field.Anonymous && value.Kind() == reflect.Struct {
			c.add(value, say, names)
		}
		name, is := field.Tag.Lookup("flag")
		if !is || names != nil && !slices.Contains(names, name) || c.Flags().Lookup(name) != nil {
			continue
		}
		f := c.flag(value.Addr().Interface(), name, say.Replace(field.Tag.Get("usage")))
		if want, is := field.Tag.Lookup("want"); is {
			f.Annotations = map[string][]string{wanted: {want}}
		}
		if text, is := field.Tag.Lookup("default"); is {
			if err := f.Value.Set(text); err != nil {
				panic(err) // a mistake of the program
			}
			f.DefValue = f.Value.String()
		}
	}
}

// wanted is the annotation of a flag that says what a value has to be.
const wanted = "wanted"

// shorthands are the flags that have a letter.
var shorthands = map[string]string{"quiet": "q"}

// flag adds a flag whose default is what its variable holds.
func (c *call) flag(of any, name, usage string) *pflag.Flag {
	f := c.Flags()
	switch p := of.(type) {
	case *string:
		f.StringVar(p, name, *p, usage)
	case *arena.Dialogue:
		f.StringVar((*string)(p), name, string(*p), usage)
	case *bool:
		f.BoolVarP(p, name, shorthands[name], *p, usage)
	case *int:
		f.IntVar(p, name, *p, usage)
	case *int64:
		f.Int64Var(p, name, *p, usage)
	case *uint64:
		f.Uint64Var(p, name, *p, usage)
	case *float64:
		f.Float64Var(p, name, *p, usage)
	case *time.Duration:
		f.DurationVar(p, name, *p, usage)
	case *[]string:
		f.StringArrayVar(p, name, *p, usage)
	case *[]int:
		f.IntSliceVar(p, name, *p, usage)
	case *[]uint:
		f.UintSliceVar(p, name, *p, usage)
	case *[]float64:
		f.Float64SliceVar(p, name, *p, usage)
	}
	return f.Lookup(name)
}

// mistakes are what is wrong with the values of flags that were given.
func (c *call) mistakes() (errs []error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		have := f.Value.String()
		if want := f.Annotations[wanted]; want != nil && !within(want[0], have) {
			errs = append(errs, fmt.Errorf("--%s %s: want %s", f.Name, have, want[0]))
		}
		if of := choices[f.Name]; of != nil && have != f.DefValue {
			errs = append(errs, known(f.Name, have, of))
		}
	})
	return errs
}

// within reports whether a number or a time is A to B, more than 0, or 0 or more.
func within(want, have string) bool {
	n, err := strconv.ParseFloat(have, 64)
	if err != nil {
		d, _ := time.ParseDuration(have) // as pflag wrote it
		n = float64(d)
	}
	if low, high, ok := strings.Cut(want, " to "); ok {
		a, _ := strconv.ParseFloat(low, 64)
		b, _ := strconv.ParseFloat(high, 64)
		return n >= a && n <= b
	}
	return n > 0 || n == 0 && want == "0 or more"
}

// known is an error for the value of a flag that isn't one of those it may have.
func known(flag, have string, want []string) error {
	switch {
	case slices.Contains(want, have):
		return nil
	case len(want) == 2:
		return fmt.Errorf("--%s %s: want %s", flag, have, oneOf(want))
	}
	return fmt.Errorf("--%s %s: %swant one of %s", flag, have, strictyaml.DidYouMean(have, want), strings.Join(want, ", "))
}

// oneOf lists names for people.
func oneOf(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// names are the names of kinds of something.
func names[T ~string](kinds []T) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}
