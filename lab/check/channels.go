package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/strategies/pipeline"
)

// classifier measures what the rules of channels find.
func (s *study) classifier(ctx context.Context) ([]Figure, error) {
	return s.identifying(ctx, func(text string) []string {
		var out []string
		for _, id := range pipeline.Identifiers(text) {
			out = append(out, id.Value)
		}
		return out
	})
}

// identifying measures what finds identifiers in a message.
func (s *study) identifying(ctx context.Context, find func(string) []string) ([]Figure, error) {
	const recall, alarms = "identifiers found", "messages, false alarm"
	var found, mistaken []Figure
	for _, in := range s.samples {
		sum, err := s.each(ctx, in, func(_ context.Context, sub *subject) ([]tally, error) {
			var hits, wrong tally
			codes := sub.codes()
			for i, texts := range sub.heard() {
				var ids []string
				for _, text := range texts {
					of := find(text)
					ids = append(ids, of...)
					wrong.count(slices.ContainsFunc(of, func(id string) bool { return !accounted(codes, id) }))
				}
				for _, f := range sub.facts {
					if f.stated() && f.identifier() && int(f.Turn) == i+1 {
						hits.count(f.in(strings.Join(ids, ", ")))
					}
				}
			}
			return []tally{hits, wrong}, nil
		})
		if err != nil {
			return nil, err
		}
		found = append(found, sum[0].figure(recall, Rules, in.name).asking(0.8, bySeed))
		mistaken = append(mistaken, sum[1].figure(alarms, Rules, in.name))
	}
	for _, in := range []struct {
		name string
		said []utterance
	}{{fuzzed, fuzz()}, {chatter, smallTalk()}} {
		var hits, wrong tally
		for _, u := range in.said {
			ids := find(u.text)
			if u.planted != "" {
				hits.count(slices.Contains(ids, u.planted))
			}
			wrong.count(slices.ContainsFunc(ids, func(id string) bool { return u.planted == "" || !accounted([]string{u.planted}, id) }))
		}
		if hits.of > 0 {
			found = append(found, hits.figure(recall, Rules, in.name).asking(0.8, bySeed))
		}
		mistaken = append(mistaken, wrong.figure(alarms, Rules, in.name))
	}
	return append(found, mistaken...), nil
}
