package sandbox

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
)

// entry is how a program's result is found: what its function extract returns, or what it called its
// findings.
const entry = `return typeof extract === "function" ? extract(data) : typeof findings !== "undefined" ? findings : typeof result !== "undefined" ? result : undefined;`

// evaluate runs a program. The same program always ends the same way.
func evaluate(p arena.Program) (out arena.Evaluation) {
	if strings.TrimSpace(p.Source) == "" {
		return arena.Evaluation{Fault: "there is no program"}
	}
	if len(p.Source) > mostSource {
		return arena.Evaluation{Fault: fmt.Sprintf("it is longer than %d bytes", mostSource)}
	}
	i := newInterpreter(p.Steps)
	defer i.close()
	if err := i.prepare(string(p.Data)); err != nil {
		return arena.Evaluation{Fault: "its data can't be given: " + brief(err.Error())}
	}
	// A function around the program lets it return at its top level, too.
	program, err := i.compile("(function () {\n" + p.Source + "\n;" + entry + "\n})()")
	if err != nil {
		return arena.Evaluation{Fault: "it is no JavaScript: " + brief(strings.TrimPrefix(err.Error(), "it threw "))}
	}
	out.Family = family(p.Source)
	text, err := i.run(program)
	if err == nil {
		err = i.stopped() // what it caught or left behind doesn't count
	}
	if err == nil {
		out.Value, err = object(text)
	}
	if out.Steps = i.steps(); err != nil {
		out.Fault = brief(err.Error())
	}
	return out
}

// mostFault is how many characters are told of a fault.
const mostFault = 160

// brief is the first line of a text, shortened.
func brief(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	r := []rune(strings.ToValidUTF8(text, "?"))
	if len(r) > mostFault {
		return string(r[:mostFault]) + "…"
	}
	return string(r)
}
