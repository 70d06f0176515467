package pareto

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"contextarena.internal/internal/golden"
)

// regression is a vector of gp_regression.json.
type regression struct {
	Name  string
	Input struct {
		Kernel         string
		SignalVariance float64   `json:"signal_variance"`
		LengthScales   []float64 `json:"length_scales"`
		NoiseVariance  float64   `json:"noise_variance"`
		NoisePerPoint  []float64 `json:"noise_variance_per_point"`
		X              [][]float64
		Y              []float64
		XTest          [][]float64 `json:"X_test"`
		Bounds         *struct {
			SignalVariance [2]float64 `json:"signal_variance"`
			LengthScale    [2]float64 `json:"length_scale"`
			NoiseVariance  [2]float64 `json:"noise_variance"`
		}
	}
	Expected struct {
		Mean           []float64
		StdLatent      []float64 `json:"std_latent"`
		StdObservation []float64 `json:"std_observation"`
		Evidence       *float64  `json:"log_marginal_likelihood"`
		Evidence30     *float64  `json:"log_marginal_likelihood_30_points"`
		AtLeast        *float64  `json:"log_marginal_likelihood_at_least"`
		Tolerance      float64
		MeanStd        float64 `json:"mean_std_tolerance"`
		Gradient       struct {
			Value []float64
		} `json:"lml_grad_log_params"`
		LOOMean     []float64 `json:"loo_mean"`
		LOOVariance []float64 `json:"loo_var_observation"`
		FirstRow    []float64 `json:"k_train_first_row"`
	}
}

// The shapes of the vectors besides the surface's own: Rasmussen & Williams (2006), equations 4.9 and 4.14 to 4.16.
func squaredExponential(square float64) (k, steep float64) {
	k = math.Exp(-square / 2)
	return k, k
}

func matern12(square float64) (k, steep float64) {
	r := math.Sqrt(square)
	k = math.Exp(-r)
	if r > 0 {
		steep = k / r
	}
	return k, steep
}

func matern32(square float64) (k, steep float64) {
	r := math.Sqrt(3 * square)
	e := math.Exp(-r)
	return (1 + r) * e, 3 * e
}

func (r regression) process(t *testing.T) *process {
	shapes := map[string]shape{
		"ard_rbf": squaredExponential, "ard_matern12": matern12, "ard_matern32": matern32, "ard_matern52": matern52,
	}
	require.Contains(t, shapes, r.Input.Kernel)
	noise := r.Input.NoisePerPoint
	if noise == nil {
		noise = make([]float64, len(r.Input.X))
	}
	all := make([]int, len(r.Input.X[0]))
	for i := range all {
		all[i] = i
	}
	return &process{
		kernel: kernel{{shape: shapes[r.Input.Kernel], coordinates: all}},
		x:      r.Input.X, y: r.Input.Y, noise: noise,
	}
}

func TestGoldenGaussianProcess(t *testing.T) {
	for _, c := range golden.Cases[regression](t, "gp_regression.json") {
		t.Run(c.Name, func(t *testing.T) {
			g := c.process(t)
			mean, std := 1e-7, 1e-6
			p := append(append([]float64{c.Input.SignalVariance}, c.Input.LengthScales...), c.Input.NoiseVariance)
			if want := c.Expected.AtLeast; want != nil {
				b := c.Input.Bounds
				bounds := []bound{{b.SignalVariance[0], b.SignalVariance[1]}}
				start := []float64{1}
				for range c.Input.X[0] {
					bounds, start = append(bounds, bound{b.LengthScale[0], b.LengthScale[1]}), append(start, 1)
				}
				bounds, start = append(bounds, bound{b.NoiseVariance[0], b.NoiseVariance[1]}), append(start, 0.1)
				var err error
				p, err = maximize(g.evidence, bounds, [][]float64{start}, 500)
				require.NoError(t, err)
				value, err := g.evidence(p, nil)
				require.NoError(t, err)
				require.GreaterOrEqual(t, value, *want-c.Expected.Tolerance)
				mean, std = c.Expected.MeanStd, c.Expected.MeanStd
			}
			grad := make([]float64, len(p))
			value, err := g.evidence(p, grad)
			require.NoError(t, err)
			for _, want := range []*float64{c.Expected.Evidence, c.Expected.Evidence30} {
				if want != nil {
					require.InDelta(t, *want, value, 1e-7)
				}
			}
			for i, want := range c.Expected.Gradient.Value {
				require.InDelta(t, want, grad[i], 1e-6)
			}
			s, err := g.condition(p)
			require.NoError(t, err)
			f := s.values(c.Input.XTest)
			for i := range c.Input.XTest {
				require.InDelta(t, c.Expected.Mean[i], f.mean[i], mean)
				if c.Expected.StdLatent != nil {
					require.InDelta(t, c.Expected.StdLatent[i], math.Sqrt(f.variance[i]), std)
				}
				if c.Expected.StdObservation != nil {
					require.InDelta(t, c.Expected.StdObservation[i], math.Sqrt(f.variance[i]+p[len(p)-1]), std)
				}
			}
			for i, want := range c.Expected.FirstRow {
				got := g.kernel.covariance(g.x[0], g.x[i], p)
				if i == 0 {
					got += p[len(p)-1]
				}
				require.InDelta(t, want, got, 1e-12)
			}
			// Leaving one out needs no refit (section 5.4.2): the inverse covariance tells.
			identity := mat.NewDense(len(g.x), len(g.x), nil)
			for i := range g.x {
				identity.Set(i, i, 1)
			}
			white := s.whiten(identity)
			for i, want := range c.Expected.LOOVariance {
				column := mat.Col(nil, i, white)
				inverse := floats.Dot(column, column)
				require.InDelta(t, want, 1/inverse, 1e-7)
				require.InDelta(t, c.Expected.LOOMean[i], g.y[i]-floats.Dot(column, s.residual)/inverse, 1e-7)
			}
		})
	}
}

// mixed draws a process over two ordered dimensions, the first conditional, and two categorical
// ones, the first conditional, with its parameters.
func mixed(t *rapid.T) (*process, []float64) {
	g := &process{constant: rapid.Bool().Draw(t, "constant"), kernel: kernel{
		{shape: matern52, coordinates: []int{0}, conditional: true},
		{shape: matern52, coordinates: []int{1}},
		{coordinates: []int{2}, conditional: true},
		{coordinates: []int{3}},
	}}
	n := rapid.IntRange(3, 12).Draw(t, "n")
	unit := rapid.Float64Range(0, 1)
	for range n {
		x := []float64{unit.Draw(t, "x0"), unit.Draw(t, "x1"), float64(rapid.IntRange(0, 2).Draw(t, "x2")), float64(rapid.IntRange(0, 2).Draw(t, "x3"))}
		if rapid.IntRange(0, 3).Draw(t, "applies") == 0 {
			x[0], x[2] = math.NaN(), math.NaN()
		}
		g.x = append(g.x, x)
		g.y = append(g.y, rapid.Float64Range(-2, 2).Draw(t, "y"))
		g.noise = append(g.noise, rapid.Float64Range(0.05, 0.5).Draw(t, "noise"))
	}
	between := func(low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, "parameter") }
	p := []float64{between(0.3, 3), between(0.1, 3), between(0.1, 0.9), between(0.1, 3), between(0.1, 3), between(0.1, 3), between(0.01, 0.5)}
	return g, p
}

func TestEvidenceGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, p := mixed(t)
		grad := make([]float64, len(p))
		_, err := g.evidence(p, grad)
		require.NoError(t, err)
		const step = 1e-5
		for i := range p {
			at := func(d float64) float64 {
				q := append([]float64(nil), p...)
				q[i] *= math.Exp(d)
				v, err := g.evidence(q, nil)
				require.NoError(t, err)
				return v
			}
			require.InDelta(t, (at(step)-at(-step))/(2*step), grad[i], 1e-4, "parameter %d", i)
		}
	})
}

// A conditional kernel is a covariance whatever applies to which point.
func TestKernelIsPositiveDefinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, p := mixed(t)
		k := mat.NewSymDense(len(g.x), nil)
		for i := range g.x {
			for j := range g.x {
				k.SetSym(i, j, g.kernel.covariance(g.x[i], g.x[j], p))
			}
		}
		var eigen mat.EigenSym
		require.True(t, eigen.Factorize(k, false))
		require.Greater(t, floats.Min(eigen.Values(nil)), -1e-9)
	})
}

func TestConditionalLikeness(t *testing.T) {
	f := factor{shape: matern52, coordinates: []int{0}, conditional: true}
	p := []float64{0.5, 0.6}
	absent := []float64{math.NaN()}
	require.Equal(t, 1.0, f.likeness(absent, absent, p, nil))
	require.Equal(t, 0.6, f.likeness(absent, []float64{0.2}, p, nil))
	require.Equal(t, 0.6, f.likeness([]float64{0.9}, absent, p, nil))
	require.Equal(t, 1.0, f.likeness([]float64{0.2}, []float64{0.2}, p, nil))
	far := f.likeness([]float64{0}, []float64{1e6}, p, nil)
	require.InDelta(t, 0.36, far, 1e-12)
}
