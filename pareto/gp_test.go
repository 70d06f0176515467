package pareto

import (
	"math"
	"slices"
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
var shapes = map[string]func(square float64) float64{
	"ard_rbf":      func(square float64) float64 { return math.Exp(-square / 2) },
	"ard_matern12": func(square float64) float64 { return math.Exp(-math.Sqrt(square)) },
	"ard_matern32": func(square float64) float64 {
		r := math.Sqrt(3 * square)
		return (1 + r) * math.Exp(-r)
	},
	"ard_matern52": matern52,
}

func (r regression) process(t *testing.T) *process {
	require.Contains(t, shapes, r.Input.Kernel)
	noise := r.Input.NoisePerPoint
	if noise == nil {
		noise = make([]float64, len(r.Input.X))
	}
	return &process{
		like: shapes[r.Input.Kernel], category: make([]bool, len(r.Input.X[0])),
		x: r.Input.X, y: r.Input.Y, noise: noise,
	}
}

func TestGoldenGaussianProcess(t *testing.T) {
	for _, c := range golden.Cases[regression](t, "gp_regression.json") {
		t.Run(c.Name, func(t *testing.T) {
			g := c.process(t)
			mean, std := 1e-7, 1e-6
			p := append(append([]float64{c.Input.SignalVariance}, c.Input.LengthScales...), c.Input.NoiseVariance)
			if want := c.Expected.AtLeast; want != nil {
				start := append(slices.Repeat([]float64{1}, 1+len(c.Input.X[0])), 0.1)
				require.NoError(t, g.fit(start, 2000))
				require.GreaterOrEqual(t, g.evidence(), *want-c.Expected.Tolerance)
				mean, std = c.Expected.MeanStd, c.Expected.MeanStd
				p = g.p
			}
			require.NoError(t, g.condition(p))
			for _, want := range []*float64{c.Expected.Evidence, c.Expected.Evidence30} {
				if want != nil {
					require.InDelta(t, *want, g.evidence(), 1e-7)
				}
			}
			for i := range c.Input.XTest {
				m, variance := g.at(c.Input.XTest[i])
				require.InDelta(t, c.Expected.Mean[i], m, mean)
				if c.Expected.StdLatent != nil {
					require.InDelta(t, c.Expected.StdLatent[i], math.Sqrt(variance), std)
				}
				if c.Expected.StdObservation != nil {
					require.InDelta(t, c.Expected.StdObservation[i], math.Sqrt(variance+p[len(p)-1]), std)
				}
			}
			for i, want := range c.Expected.FirstRow {
				got := g.covariance(g.x[0], g.x[i], p)
				if i == 0 {
					got += p[len(p)-1]
				}
				require.InDelta(t, want, got, 1e-12)
			}
			for i, want := range c.Expected.Gradient.Value { // by the logarithms of the parameters
				at := func(d float64) float64 {
					q := slices.Clone(p)
					q[i] *= math.Exp(d)
					require.NoError(t, g.condition(q))
					return g.evidence()
				}
				const step = 1e-4
				require.InDelta(t, want, (at(step)-at(-step))/(2*step), 1e-5)
			}
			for i, want := range c.Expected.LOOVariance {
				out := c.process(t)
				out.x, out.y, out.noise = slices.Delete(slices.Clone(g.x), i, i+1), slices.Delete(slices.Clone(g.y), i, i+1), slices.Delete(slices.Clone(g.noise), i, i+1)
				require.NoError(t, out.condition(p))
				m, variance := out.at(g.x[i])
				require.InDelta(t, want, variance+g.noise[i]+p[len(p)-1], 1e-7)
				require.InDelta(t, c.Expected.LOOMean[i], m, 1e-7)
			}
		})
	}
}

// The covariance of points with categories is one, whatever the lengths.
func TestCovarianceIsPositiveDefinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &process{like: matern52, category: []bool{false, true}}
		p := []float64{1, rapid.Float64Range(0.01, 100).Draw(t, "length"), rapid.Float64Range(0.01, 100).Draw(t, "distance"), 0}
		n := rapid.IntRange(2, 12).Draw(t, "n")
		for range n {
			g.x = append(g.x, []float64{rapid.Float64Range(0, 1).Draw(t, "x"), float64(rapid.IntRange(0, 3).Draw(t, "category"))})
		}
		k := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range n {
				k.SetSym(i, j, g.covariance(g.x[i], g.x[j], p))
			}
		}
		var eigen mat.EigenSym
		require.True(t, eigen.Factorize(k, false))
		require.Greater(t, floats.Min(eigen.Values(nil)), -1e-9)
	})
}
