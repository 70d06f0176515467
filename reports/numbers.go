package reports

import (
	"fmt"
	"math"
)

// Thousands writes a whole number with its thousands set apart.
func Thousands(x float64) string {
	digits := fmt.Sprint(int(math.Round(math.Abs(x))))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if math.Round(x) < 0 {
		return "−" + digits
	}
	return digits
}

// Brief is a count in at most six characters, so that long conversations don't widen a table.
func Brief(x float64) string {
	switch {
	case math.Round(x) >= 10_000_000:
		return fmt.Sprintf("%.0fM", x/1e6)
	case math.Round(x) >= 1_000_000:
		return fmt.Sprintf("%.2fM", x/1e6)
	case math.Round(x) >= 100_000:
		return fmt.Sprintf("%.0fk", x/1e3)
	}
	return Thousands(x)
}

// Plural counts things: "1 trial", "2 trials".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// P writes a p value, – for none.
func P(p *float64) string {
	switch {
	case p == nil:
		return "–"
	case *p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", *p)
}

// PlusMinus writes a value, so many times, with how far its interval reaches on the longer side:
// "73±12"; † stands for no interval, – for no value.
func PlusMinus(mean, low, high *float64, times float64, format string) string {
	switch {
	case mean == nil:
		return "–"
	case low == nil:
		return fmt.Sprintf(format, times**mean) + "†"
	}
	return fmt.Sprintf(format, times**mean) + "±" + fmt.Sprintf(format, times*max(*high-*mean, *mean-*low))
}

// OrDash is a text, – for none.
func OrDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
