package emas

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Genome is one configuration of a Space: its number there, from 0. The number stays the same as
// long as the Space's dimensions do.
type Genome int

// Dimension is one thing to choose.
type Dimension struct {
	Name    string
	Options []string
	Labels  []string // how each option reads in a genome's name; "" leaves it out
	Ordinal bool     // the options are steps: neighbouring ones are alike
	When    *Condition
}

// Condition makes a dimension count only where an earlier one has a certain option. Elsewhere the
// dimension is inactive: genomes don't differ in it.
type Condition struct{ Dimension, Option string }

// Choice is a dimension whose options have no order.
func Choice(name string, options ...string) Dimension {
	return Dimension{Name: name, Options: options, Labels: options}
}

// Steps is a dimension of numbers in ascending order; a name shows them behind the short form.
func Steps(name, short string, values ...int) Dimension {
	d := Dimension{Name: name, Ordinal: true}
	for _, v := range values {
		d.Options = append(d.Options, strconv.Itoa(v))
		d.Labels = append(d.Labels, short+strconv.Itoa(v))
	}
	return d
}

// Switch is a dimension that is false or true; a name shows the short form where it is true.
func Switch(name, short string) Dimension {
	return Dimension{Name: name, Options: []string{"false", "true"}, Labels: []string{"", short}}
}

// Setting is one option chosen, as a strategy's spec takes it.
type Setting struct{ Name, Value string }

// Space is every genome its dimensions allow. It is immutable.
type Space struct {
	dims  []Dimension
	roots []int     // dimensions that always count
	kids  [][][]int // dimension → option → the dimensions that count with it
	count [][]int   // dimension → option → genomes of this dimension and those that hang on it
	total []int     // dimension → sum of count
	size  int
}

// maxGenomes is the largest space: a search keeps a mark for each genome.
const maxGenomes = 1 << 27

// NewSpace declares a space. All mistakes are reported at once.
func NewSpace(dims ...Dimension) (*Space, error) {
	s := &Space{dims: slices.Clone(dims), size: 1}
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	at := map[string]int{}
	for i, d := range dims {
		if _, twice := at[d.Name]; twice || d.Name == "" {
			fault("dimension %d: needs a name of its own, not %q", i+1, d.Name)
		}
		if len(d.Options) == 0 {
			fault("dimension %s: needs at least one option", d.Name)
		}
		for o := range d.Options {
			if slices.Contains(d.Options[:o], d.Options[o]) {
				fault("dimension %s: option %s is there twice", d.Name, d.Options[o])
			}
		}
		if len(d.Labels) != len(d.Options) {
			fault("dimension %s: has %d options and %d labels: give each option one", d.Name, len(d.Options), len(d.Labels))
		}
		s.kids = append(s.kids, make([][]int, len(d.Options)))
		if d.When == nil {
			s.roots = append(s.roots, i)
		} else if p, ok := at[d.When.Dimension]; !ok {
			fault("dimension %s: depends on %s, which must be declared before it", d.Name, d.When.Dimension)
		} else if o := slices.Index(dims[p].Options, d.When.Option); o < 0 {
			fault("dimension %s: depends on %s=%s, which is not an option of it", d.Name, d.When.Dimension, d.When.Option)
		} else {
			s.kids[p][o] = append(s.kids[p][o], i)
		}
		at[d.Name] = i
	}
	if len(dims) == 0 {
		fault("needs at least one dimension")
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("search space: %w", errors.Join(faults...))
	}
	s.count, s.total = make([][]int, len(dims)), make([]int, len(dims))
	size := func(dims []int) int {
		n := 1
		for _, d := range dims {
			if n *= s.total[d]; n > maxGenomes {
				fault("search space: has more than %d genomes; declare fewer dimensions", maxGenomes)
				return 1
			}
		}
		return n
	}
	for d := len(dims) - 1; d >= 0; d-- { // those that hang on others come later
		for o := range dims[d].Options {
			n := size(s.kids[d][o])
			s.count[d], s.total[d] = append(s.count[d], n), s.total[d]+n
		}
	}
	s.size = size(s.roots)
	if len(faults) > 0 {
		return nil, faults[0]
	}
	return s, nil
}

// NewPipelineSpace is the space of 4,320 pipelines (Encode × Store × Retrieve × Manage), whose
// settings are those of the strategy `pipeline`. With adaptive_depth, depth is the cap, so it
// always counts. More dimensions, such as layers, multiply it; the numbers of its genomes then
// change.
func NewPipelineSpace(more ...Dimension) (*Space, error) {
	return NewSpace(append([]Dimension{
		Choice("encode", "narrative_summary", "fact_extraction", "targeted_delegation", "dual_track", "type_specific"),
		Choice("store", "replace", "append_deduplicate", "layered", "versioned"),
		Choice("retrieve", "system_prefix", "interleaved", "on_demand"),
		Steps("compress_every", "every", 4, 6, 8, 12),
		Steps("recent_window", "recent", 2, 4, 6),
		Steps("depth", "depth", 1, 2, 3),
		Switch("adaptive_depth", "adaptive"),
	}, more...)...)
}

// Size is how many genomes there are.
func (s *Space) Size() int { return s.size }

// Dimensions are what the space was declared with.
func (s *Space) Dimensions() []Dimension { return slices.Clone(s.dims) }

// inactive stands for the option of a dimension that doesn't count.
const inactive = -1

// Genes is the option of each dimension, by its place in Options; -1 where it doesn't count. It
// panics with a genome of another space.
func (s *Space) Genes(g Genome) []int {
	if g < 0 || int(g) >= s.size {
		panic(fmt.Sprintf("emas: genome %d of a space of %d", g, s.size))
	}
	genes := make([]int, len(s.dims))
	for i := range genes {
		genes[i] = inactive
	}
	s.unrank(s.roots, int(g), genes)
	return genes
}

// Genome is the inverse of Genes.
func (s *Space) Genome(genes []int) (Genome, error) {
	if len(genes) != len(s.dims) {
		return 0, fmt.Errorf("genome: has %d genes, the space %d dimensions", len(genes), len(s.dims))
	}
	on := make([]bool, len(genes))
	for _, d := range s.roots {
		on[d] = true
	}
	for d, o := range genes {
		switch {
		case !on[d] && o != inactive:
			return 0, fmt.Errorf("genome: %s doesn't count here and must be %d, not %d", s.dims[d].Name, inactive, o)
		case on[d] && (o < 0 || o >= len(s.dims[d].Options)):
			return 0, fmt.Errorf("genome: %s has options 0 to %d, not %d", s.dims[d].Name, len(s.dims[d].Options)-1, o)
		case on[d]:
			for _, k := range s.kids[d][o] {
				on[k] = true
			}
		}
	}
	return Genome(s.rank(s.roots, genes)), nil
}

// rank counts in mixed radix over dims, the last one fastest. A dimension's digit is its genomes
// before the option chosen, and the rank of what hangs on that option.
func (s *Space) rank(dims, genes []int) int {
	r := 0
	for _, d := range dims {
		digit := 0
		for _, n := range s.count[d][:genes[d]] {
			digit += n
		}
		r = r*s.total[d] + digit + s.rank(s.kids[d][genes[d]], genes)
	}
	return r
}

func (s *Space) unrank(dims []int, r int, genes []int) {
	for i := len(dims) - 1; i >= 0; i-- {
		d := dims[i]
		digit, o := r%s.total[d], 0
		r /= s.total[d]
		for digit >= s.count[d][o] {
			digit -= s.count[d][o]
			o++
		}
		genes[d] = o
		s.unrank(s.kids[d][o], digit, genes)
	}
}

// Settings are the options of the dimensions that count, in the order of declaration.
func (s *Space) Settings(g Genome) []Setting {
	var settings []Setting
	for d, o := range s.Genes(g) {
		if o != inactive {
			settings = append(settings, Setting{s.dims[d].Name, s.dims[d].Options[o]})
		}
	}
	return settings
}

// Name is the genome as people read it: dual_track/versioned/on_demand/every8/recent4/depth2.
func (s *Space) Name(g Genome) string {
	var labels []string
	for d, o := range s.Genes(g) {
		if o != inactive && s.dims[d].Labels[o] != "" {
			labels = append(labels, s.dims[d].Labels[o])
		}
	}
	return strings.Join(labels, "/")
}

// Features is the genome as a vector for a Surrogate: an ordinal is one number from 0 to 1 (-1 where
// it doesn't count), any other dimension a 0 or 1 for each option, and one for true where there are
// two.
func (s *Space) Features(g Genome) []float64 {
	var x []float64
	for d, o := range s.Genes(g) {
		n := len(s.dims[d].Options)
		switch {
		case s.dims[d].Ordinal && o == inactive:
			x = append(x, -1)
		case s.dims[d].Ordinal:
			x = append(x, float64(o)/float64(max(1, n-1)))
		default:
			hot := make([]float64, n)
			if o != inactive {
				hot[o] = 1
			}
			if n == 2 && s.dims[d].When == nil {
				hot = hot[1:]
			}
			x = append(x, hot...)
		}
	}
	return x
}
