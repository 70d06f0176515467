package lab

import "contextarena.internal/stats"

// Measured is a value with its interval, which is nil where there is none.
type Measured struct {
	Mean *float64 `json:"mean" jsonschema:"oneof_type=number;null"`
	Low  *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High *float64 `json:"high" jsonschema:"oneof_type=number;null"`
}

// MeasuredOf is an estimate as a value.
func MeasuredOf(e stats.Estimate) Measured {
	if !e.Defined() {
		return Measured{}
	}
	m := Measured{Mean: new(e.Mean)}
	if e.Interval != nil {
		m.Low, m.High = new(e.Interval.Low), new(e.Interval.High)
	}
	return m
}
