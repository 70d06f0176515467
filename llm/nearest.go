package llm

import (
	"fmt"
	"strings"

	"contextarena.internal/internal/orderedjson"
)

// nearest says where a request begins to differ from the recorded one that is nearest to it: the one with which it agrees
// longest, as a recording has them, of several the first. It is empty where nothing is recorded.
func nearest(req Request, recorded []Request) string {
	var have, best string
	longest := -1
	for _, r := range recorded {
		a, b := asRecorded(req), asRecorded(r)
		if n := common(a, b); n > longest {
			have, best, longest = a, b, n
		}
	}
	if longest < 0 {
		return "; the recording is empty"
	}
	from := max(0, strings.LastIndexAny(best[:longest], ",{")) // the name of what differs is shown too
	if longest-from > mostBefore {
		from = longest
	}
	return fmt.Sprintf("; the nearest recorded request differs from here on: %s, recorded: %s", firstRunes(have[from:], mostShown), firstRunes(best[from:], mostShown))
}

// How much is shown of what differs, and before it, in characters.
const (
	mostShown  = 60
	mostBefore = 30
)

// asRecorded is a request as a recording has it, what decides most first: the messages last.
func asRecorded(r Request) string {
	messages := r.Messages
	r.Messages = nil
	text := ""
	for _, part := range []any{r, messages} {
		line, err := orderedjson.Encode(part)
		if err != nil {
			return err.Error() // a number that is none, which no recording has
		}
		text += strings.TrimSpace(string(line))
	}
	return text
}

// common is how many bytes two texts have in common from the beginning, whole characters.
func common(a, b string) int {
	for i, r := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(r)) {
			return i
		}
	}
	return len(a)
}
