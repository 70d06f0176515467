package llm

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"contextarena.internal/internal/strictyaml"
)

// Price is what a model costs from a day on, in USD per million tokens.
type Price struct {
	Input       float64
	CachedInput float64 // of input found in the provider's prefix cache
	Output      float64 // reasoning included
	From        time.Time
	Simulated   bool   // nobody is paid: the nominal price of the model that is imitated
	Source      string // where the price is published
	Note        string
}

// USD is the price of a usage without prefix caching: all input at the full price.
func (p Price) USD(u Usage) float64 {
	return (float64(u.Input)*p.Input + float64(u.Output)*p.Output) / 1e6
}

// USDCached is the price of a usage with its cached input at the cached price.
func (p Price) USDCached(u Usage) float64 {
	cached := min(u.CachedInput, u.Input)
	return (float64(u.Input-cached)*p.Input + float64(cached)*p.CachedInput + float64(u.Output)*p.Output) / 1e6
}

// Prices holds prices by exact model name and date. It doesn't change, so it may be shared.
type Prices struct {
	byModel map[string][]Price // "provider:name" → prices, ascending by From
}

//go:embed prices.yaml
var builtinPrices []byte

var loadBuiltin = sync.OnceValue(func() *Prices {
	p, err := LoadPrices("prices.yaml", builtinPrices)
	if err != nil {
		panic(fmt.Sprintf("llm: builtin %v", err)) // the data is part of the program
	}
	return p
})

// BuiltinPrices are the prices that come with the program (prices.yaml).
func BuiltinPrices() *Prices { return loadBuiltin() }

// Of is the newest price of m that holds on asOf; a zero asOf asks for the newest of all. It is
// false if there is none: an unknown model never has the price of another one with a similar
// name. Base URL and options don't matter. The name "*" of a provider stands for all its models
// that have no entry of their own.
func (p *Prices) Of(m Model, asOf time.Time) (Price, bool) {
	entries, ok := p.byModel[Model{Provider: m.Provider, Name: m.Name}.String()]
	if !ok {
		entries = p.byModel[Model{Provider: m.Provider, Name: "*"}.String()]
	}
	for _, e := range slices.Backward(entries) {
		if asOf.IsZero() || !e.From.After(asOf) {
			return e, true
		}
	}
	return Price{}, false
}

// Names lists the models that have a price, as users write them, in alphabetical order.
func (p *Prices) Names() []string { return slices.Sorted(maps.Keys(p.byModel)) }

// All lists the prices of a name of Names, oldest first.
func (p *Prices) All(name string) []Price { return slices.Clone(p.byModel[name]) }

// With is p overlaid with over. A name that over lists has the prices of over alone, whatever
// their dates; all other names keep theirs.
func (p *Prices) With(over *Prices) *Prices {
	merged := maps.Clone(p.byModel)
	maps.Copy(merged, over.byModel)
	return &Prices{byModel: merged}
}

// priceEntry is an entry of a price file.
type priceEntry struct {
	Provider    string    `yaml:"provider" need:"true"`
	Model       string    `yaml:"model" need:"true"`
	Aliases     []string  `yaml:"aliases"`
	From        time.Time `yaml:"from" need:"true"`
	Input       float64   `yaml:"input" need:"true" min:"0"`
	CachedInput *float64  `yaml:"cached_input" min:"0"`
	Output      float64   `yaml:"output" need:"true" min:"0"`
	Simulated   bool      `yaml:"simulated"`
	Source      string    `yaml:"source"`
	Note        string    `yaml:"note"`
}

// LoadPrices reads the text of a price file, which is YAML of the form of prices.yaml. Required are
// provider, model, from, input and output. The error lists every mistake with its place in file.
func LoadPrices(file string, data []byte) (*Prices, error) {
	doc, err := strictyaml.Parse(file, data)
	if err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	var all struct {
		Prices []priceEntry `yaml:"prices"`
	}
	faults := doc.Decode(&all)
	if len(all.Prices) == 0 && len(faults) == 0 {
		faults = append(faults, doc.Faultf(nil, "no entries (write prices: and below it - {provider: ..., model: ..., from: ..., input: ..., output: ...}; input and output in USD per million tokens)"))
	}
	p := &Prices{byModel: map[string][]Price{}}
	for i, e := range all.Prices {
		price := Price{
			Input: e.Input, CachedInput: e.Input, Output: e.Output,
			From: e.From, Simulated: e.Simulated, Source: e.Source, Note: e.Note,
		}
		if e.CachedInput != nil {
			price.CachedInput = *e.CachedInput
		}
		for _, name := range append([]string{e.Model}, e.Aliases...) {
			if name == "" {
				if e.Model != "" {
					faults = append(faults, doc.Faultf([]any{"prices", i, "aliases"}, "an alias is empty"))
				}
				continue
			}
			if err := p.add(Model{Provider: e.Provider, Name: name}.String(), price); err != nil {
				faults = append(faults, doc.Faultf([]any{"prices", i}, "%v", err))
			}
		}
	}
	if err := faults.Err(); err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	return p, nil
}

// add files a price under name, keeping the order by date.
func (p *Prices) add(name string, price Price) error {
	i, found := slices.BinarySearchFunc(p.byModel[name], price, func(a, b Price) int { return a.From.Compare(b.From) })
	if found {
		return fmt.Errorf("%s has two prices from %s", name, price.From.Format(time.DateOnly))
	}
	p.byModel[name] = slices.Insert(p.byModel[name], i, price)
	return nil
}
