package corrections

import (
	"fmt"
	"strings"
)

// Formats are the ways to present a correction, in the order of the proposal Correction Format
// Engineering.
var Formats = []string{
	"explicit_negation", "contrastive_pair", "temporal_supersession", "authoritative_override", "re_derivation",
	"structured_diff", "socratic_elicitation",
}

// Present writes corrections in one of Formats. All say the same but two:
// authoritative_override never shows an old value, and re_derivation shows the operands in place of
// a new value that follows from them. It is empty for no corrections and for a format that isn't one
// of Formats.
func Present(format string, cs []Correction) string {
	if len(cs) == 0 {
		return ""
	}
	var b strings.Builder
	for i, c := range cs {
		switch format {
		case "explicit_negation":
			fmt.Fprintf(&b, "[CORRECTED] %s: %s (was: %s). The previous value of %s is WRONG.\n", c.What, c.Now(), c.Before(), c.Before())
		case "contrastive_pair":
			if i == 0 {
				b.WriteString("| what | OUTDATED (DISCARD) | CURRENT (USE) |\n|---|---|---|\n")
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", cell(c.What), cell(strings.Join(c.Values[:len(c.Values)-1], "; ")), cell(c.Now()))
		case "temporal_supersession":
			if i == 0 {
				b.WriteString("Versions of each value. RULE: Always use the highest version number.\n")
			}
			b.WriteString(c.What + ":")
			for v, value := range c.Values {
				mark := "superseded"
				if v == len(c.Values)-1 {
					mark = "latest"
				}
				fmt.Fprintf(&b, " v%d (%s): %s;", v+1, mark, value)
			}
			b.WriteByte('\n')
		case "authoritative_override":
			fmt.Fprintf(&b, "SYSTEM OVERRIDE (priority: maximum): the %s is %s.\n", bare(c.What), c.Now())
		case "re_derivation":
			b.WriteString(rederived(c) + "\n")
		case "structured_diff":
			if i == 0 {
				b.WriteString("```diff\n")
			}
			for _, old := range c.Values[:len(c.Values)-1] {
				fmt.Fprintf(&b, "- %s: %s\n", c.What, old)
			}
			fmt.Fprintf(&b, "+ %s: %s\n", c.What, c.Now())
			if i == len(cs)-1 {
				b.WriteString("```\n")
			}
		case "socratic_elicitation":
			b.WriteString(Elicitation(c) + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Elicitation is the question that makes the model say which value holds.
func Elicitation(c Correction) string {
	before := make([]string, len(c.Values)-1)
	for i, v := range c.Values[:len(c.Values)-1] {
		before[i] = v + " (stated before)"
	}
	return fmt.Sprintf("Which is the most recently stated %s: %s or %s (stated last)? Use that value.", bare(c.What), strings.Join(before, " or "), c.Now())
}

// rederived is a correction as a calculation to be completed. Where the new value follows from nothing
// that could be calculated with, the steps that led to it stand in place of the operands.
func rederived(c Correction) string {
	if strings.ContainsAny(c.From, "0123456789") {
		return fmt.Sprintf("Given %s, and no longer %s, the %s is: ___", c.From, c.Before(), bare(c.What))
	}
	return fmt.Sprintf("At first the %s was %s. It was then changed to %s. So the %s that holds is: ___",
		bare(c.What), strings.Join(c.Values[:len(c.Values)-1], ", then "), c.Now(), bare(c.What))
}

// bare is a name without its article, for a place behind one.
func bare(what string) string {
	for _, article := range []string{"the ", "The ", "a ", "A ", "an ", "An "} {
		if rest, ok := strings.CutPrefix(what, article); ok {
			return rest
		}
	}
	return what
}

// cell is a text that may stand in a column of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", "/") }
