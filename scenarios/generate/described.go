package generate

import "fmt"

// String is the settings as flags of arena scenarios generate; the last ones only where they are set.
func (s Settings) String() string {
	text := fmt.Sprintf("--seed %q --turns %d --facts %s --corrections %d --chain-depth %d --absent %d --noise %v --sessions %d --placement %s",
		s.Seed, s.Turns, s.Facts, s.Corrections, s.ChainDepth, s.Absent, s.Noise, s.Sessions, s.Placement)
	for _, f := range []struct {
		name  string
		count int
	}{{"deletions", s.Deletions}, {"historical", s.Historical}} {
		if f.count != 0 {
			text += fmt.Sprintf(" --%s %d", f.name, f.count)
		}
	}
	if s.Tools {
		text += " --tools"
	}
	if s.Tokens != 0 {
		text += fmt.Sprintf(" --tokens %d", s.Tokens)
	}
	return text
}
