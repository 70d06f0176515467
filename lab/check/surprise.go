package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/foresight"
)

// surprises measures foresight's detector.
func (s *study) surprises(ctx context.Context) ([]Figure, error) {
	var f foresight.Layer
	if err := strictyaml.Defaults(&f); err != nil {
		return nil, err
	}
	return s.surprising(ctx, f.Surprises)
}

// surprising measures a detector of surprises. Each sample is counted in a list: codes flagged, flags of
// codes that are right.
func (s *study) surprising(ctx context.Context, detect func([]arena.Message) []foresight.Surprise) ([]Figure, error) {
	measures := []string{"codes flagged", "code flags right"}
	rows := make([][]Figure, len(measures))
	add := func(in string, sum []tally) {
		for i, t := range sum {
			if t.of == 0 {
				continue
			}
			f := t.figure(measures[i], Rules, in)
			if i == 0 {
				f = f.asking(1, bySeed)
			}
			rows[i] = append(rows[i], f)
		}
	}
	for _, in := range s.samples {
		sum, err := s.each(ctx, in, func(_ context.Context, sub *subject) ([]tally, error) {
			flagged, codes := detect(asMessages(sub.Turns)), sub.codes()
			out := make([]tally, len(measures))
			for i := range sub.Turns {
				turn := arena.Turn(i + 1)
				code := flagsAt(flagged, i+1)
				for _, f := range sub.facts {
					if f.stated() && f.identifier() && f.Turn == turn && f.literal(sub.Turns[i].User, false) != "" {
						out[0].count(f.in(strings.Join(code, ", ")))
					}
				}
				for _, value := range code {
					out[1].count(accounted(codes, value))
				}
			}
			return out, nil
		})
		if err != nil {
			return nil, err
		}
		add(in.name, sum)
	}
	said := fuzz()
	turns := make([]arena.Exchange, len(said))
	for i, u := range said {
		turns[i].User = u.text
	}
	flagged := detect(asMessages(turns))
	sum := make([]tally, len(measures))
	for i, u := range said {
		code := flagsAt(flagged, i+1)
		if u.planted != "" {
			sum[0].count(slices.Contains(code, u.planted))
		}
		for _, value := range code {
			sum[1].count(u.planted != "" && accounted([]string{u.planted}, value))
		}
	}
	add(fuzzed, sum)
	return slices.Concat(rows...), nil
}

// asMessages are what users say, turn i as message i.
func asMessages(turns []arena.Exchange) []arena.Message {
	out := make([]arena.Message, len(turns))
	for i, x := range turns {
		out[i] = arena.Message{Message: llm.Message{Role: llm.User, Text: x.User}, Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i + 1)}
	}
	return out
}

// flagsAt are the values flagged in a message.
func flagsAt(flagged []foresight.Surprise, message int) (codes []string) {
	for _, f := range flagged {
		if int(f.Message) == message {
			codes = append(codes, f.Value)
		}
	}
	return codes
}
