// Package probes decides which facts a record shows to be kept.
//
// It is pure: the same scenario and record give the same Score, and no model is asked.
//
//  1. A text is read once into tokens with their offsets (words.Read).
//  2. A pattern is compiled into a Matcher, which finds the spans where it holds (package match).
//  3. A probe's fact becomes two matchers (match.Fact): the value with its label nearby, for texts
//     that hold many facts, and the value alone, for an answer to the probe's question.
//  4. Every probe is looked for at four levels (Scorer.Score), with the message sets of the cycles
//     saying which facts were at risk.
package probes
