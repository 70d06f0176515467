package pipeline

import (
	"regexp"
	"slices"
	"strings"
)

// sectioned reads a reply that answers under headings. A line that is one of the headings,
// whatever its marks and case, begins a section, and so does any line marked as a heading. What
// stands before the first one comes as a section without a heading. Sections without lines are
// left out, and so are lines that say there is nothing.
func sectioned(reply string, headings []string) []section {
	var out []section
	var lines []string
	heading := ""
	end := func() {
		if facts := facts(strings.Join(lines, "\n")); len(facts) > 0 {
			out = append(out, section{heading: heading, lines: facts})
		}
		lines = nil
	}
	for line := range strings.Lines(reply) {
		name, rest, ok := headingOf(line, headings)
		if !ok {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
			continue
		}
		end()
		heading = name
		if rest != "" {
			lines = append(lines, rest)
		}
	}
	end()
	return out
}

// headingOf reads "## NUMBERS", "**Numbers:**", "2. NUMBERS" and "NUMBERS: 12 chairs".
func headingOf(line string, headings []string) (heading, rest string, ok bool) {
	line = strings.TrimSpace(line)
	marked := strings.HasPrefix(line, "#")
	plain := strings.TrimSpace(strings.Trim(strings.TrimLeft(line, "#"), "*_ "))
	if at := listMarker.FindString(plain); at != "" {
		plain = plain[len(at):]
	}
	name, rest, _ := strings.Cut(plain, ":")
	name = strings.ToUpper(strings.Trim(name, "*_ "))
	if slices.Contains(headings, name) {
		return name, strings.Trim(rest, "*_ "), true
	}
	if marked && name != "" {
		return name, strings.Trim(rest, "*_ "), true
	}
	return "", "", false
}

// nothing are the ways in which a model says that it found nothing.
var nothing = regexp.MustCompile(`(?i)^\W*(?:there (?:is|are|was|were) )?(?:none|nothing|n/?a|not applicable|` +
	`no(?: (?:new|other|further|such))*(?: (?:facts?|entries|items?|changes?|information|details?|entities|identifiers?|corrections?|decisions?|places?|relationships?|amounts?|numbers?|dates?)))` +
	`(?: (?:is|are|was|were|been|has|have|found|stated|mentioned|given|named|made|new|yet|here|so far|of this kind|to report|to add|in (?:these|the) messages))*\W*$`)

// facts are the items of a list but those that say there is nothing.
func facts(text string) []string {
	return slices.DeleteFunc(numbered(text), func(f string) bool {
		return nothing.MatchString(f) || strings.Trim(f, "-–—.*_` ") == ""
	})
}
