package nightly

import (
	"fmt"
	"strings"
	"unicode"
)

// publication is what is published of a sealed night: hash and seed, the command that checks that
// they agree, the one that makes the scenarios again, and the next night's hash. Of a night whose
// seed stays sealed it is the hash alone. What is to be copied isn't wrapped.
func (u Unsealed) publication() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("hash of the sealed seed:\n%s", u.Hash)
	if u.Seed == "" {
		return b.String()
	}
	line("\nthe seed, revealed:\n%s", u.Seed)
	line("")
	line("# check that they agree")
	line("arena scenarios unseal \\\n  --hash %s \\\n  --seed %s", u.Hash, quoted(u.Seed))
	line("")
	line("# make the scenarios again; then: arena report --scenarios-dir sealed")
	line("for i in $(seq %d); do", u.Scenarios)
	line("  arena scenarios generate --seed %s/$i \\", quoted(u.Seed))
	for _, flags := range broken(u.Settings, 74) {
		line("    %s \\", flags)
	}
	line("    --out sealed/%s$i.yaml", u.IDs)
	line("done")
	if u.Next != "" {
		line("\nhash of the next night's sealed seed:\n%s", u.Next)
	}
	return b.String()
}

// quoted is a text as one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Word is a text as one word of a shell, in quotes where that is needed.
func Word(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("-_./:,=+@%", r) && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}) {
		return quoted(s)
	}
	return s
}

// broken are flags in lines of at most so many characters, broken before a flag.
func broken(flags string, most int) []string {
	var out []string
	for i, flag := range strings.Split(flags, " --") {
		if i > 0 {
			flag = "--" + flag
		}
		if last := len(out) - 1; last >= 0 && len(out[last])+1+len(flag) <= most {
			out[last] += " " + flag
			continue
		}
		out = append(out, flag)
	}
	return out
}
