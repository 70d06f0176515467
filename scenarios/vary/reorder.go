package vary

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// reorder swaps neighbouring turns that don't depend on each other, at random, many times over. Two
// turns are independent if they are of one session and day, no fact of one supersedes or follows
// from a fact of the other or is recognised in it, neither refers to the other, they share no name and
// no number but those that stand in more than a quarter of all turns, and neither begins or goes on as
// an answer to what was just said. The first turn of a
// session stays. Times and sessions stay where they are; what is said moves with its replies and
// tools, and facts follow.
func reorder(s *arena.Scenario, r *rand.Rand) error {
	order := make([]int, len(s.Turns)) // place → old turn, from 0
	for i := range order {
		order[i] = i
	}
	links := linksOf(s)
	swap := func(i int) { // the turns at places i and i+1, if that is allowed
		if i > 0 && i+1 < len(order) && !links[order[i]][order[i+1]] && s.Turns[i].Session == s.Turns[i-1].Session {
			order[i], order[i+1] = order[i+1], order[i]
		}
	}
	for range 4 * len(order) {
		swap(r.IntN(len(order)))
	}
	for i := 0; slices.IsSorted(order); i++ { // chance has put everything back
		if i == len(order) {
			return ErrNothing
		}
		swap(i)
	}
	moved := make([]arena.Turn, len(s.Turns)+1) // by old turn, from 1
	for place, old := range order {
		moved[old+1] = arena.Turn(place + 1)
	}
	was := s.Turns
	s.Turns = make([]arena.Exchange, len(was))
	for place, old := range order {
		ex := was[old]
		ex.At, ex.Session = was[place].At, was[place].Session
		for j, ref := range ex.Refs {
			ex.Refs[j] = moved[ref]
		}
		s.Turns[place] = ex
	}
	for i := range s.Facts {
		s.Facts[i].Turn = moved[s.Facts[i].Turn]
	}
	g := probes.LineageOf(s.Facts)
	for i, f := range s.Facts {
		if len(f.DerivedFrom) > 0 { // it comes with its last operand
			s.Facts[i].Turn = 0
			for _, leaf := range g.Leaves(i) {
				s.Facts[i].Turn = max(s.Facts[i].Turn, s.Facts[leaf].Turn)
			}
		}
	}
	return nil
}

var (
	// reply is how a message begins that goes on from the one before.
	reply = words.Lazy(`(?i)^\W*(?:(?:right|ok|okay|well|oh|so|ha|good|great|fine|lovely)\W+)?(?:and|but|then|that|it|they|he|she|this|these|those|also|yes|yeah|yep|no|nope|nah|not|actually|wait|hang on|hold on|sorry|scratch|correction|back|go on|go ahead|thanks|thank you|cheers|exactly|same|another|again|still|last|finally|hi|hello|hey)\b`)
	// backward is a word that may refer to what was said just before, or to the hour.
	backward = words.Lazy(`(?i)\b(?:as i said|like i said|i said|said earlier|earlier|just now|just said|above|previous(?:ly)?|before that|after that|mentioned|last thing|first thing|the former|the latter|the other (?:one|two)|your (?:question|suggestion|idea|list|draft|offer|reminder|note)|you (?:asked|said|offered|suggested|mentioned|noted)|instead|undo|forget (?:it|that|what)|morning|noon|lunch|lunchtime|afternoon|evening|tonight|yesterday|an hour ago|a minute ago|minutes ago|since then)\b`)
	told     = words.Lazy(`[a-z,;] (\p{Lu}[\pL\pN]*)|(\d[\d.,:]*\d|\d)|(\p{Lu}{2,})`)
)

// linksOf says which turns, from 0, may not change their order: links[a][b] for a before b or b
// before a alike.
func linksOf(s *arena.Scenario) [][]bool {
	n := len(s.Turns)
	links := make([][]bool, n)
	for i := range links {
		links[i] = make([]bool, n)
	}
	link := func(a, b int) { links[a][b], links[b][a] = true, true }
	said := make([]*words.Text, n)
	marks := make([]map[string]bool, n)
	for i, ex := range s.Turns {
		text := ex.User
		for _, use := range ex.Tools {
			text += "\n\n" + use.Arguments + "\n\n" + use.Result
		}
		said[i] = words.Read(text)
		marks[i] = map[string]bool{}
		for _, m := range told.FindAllStringSubmatch(text, -1) {
			for _, part := range m[1:] {
				if part != "" && part != "I" {
					marks[i][strings.ToLower(part)] = true
				}
			}
		}
	}
	common := map[string]int{} // in how many turns a mark stands
	for i := range marks {
		for m := range marks[i] {
			common[m]++
		}
	}
	goesOn := func(i int) bool {
		return i < n && (reply.MatchString(s.Turns[i].User) || backward.MatchString(s.Turns[i].User))
	}
	for a := range n {
		for b := range n {
			if a != b && (goesOn(a) || goesOn(a+1) || s.Turns[a].Session != s.Turns[b].Session || !sameDay(s.Turns[a].At, s.Turns[b].At)) {
				link(a, b)
			}
			for m := range marks[a] {
				if a != b && marks[b][m] && common[m] <= n/4 {
					link(a, b)
				}
			}
		}
		for _, ref := range s.Turns[a].Refs {
			link(a, int(ref)-1)
		}
	}
	turn := map[string]int{}
	for _, f := range s.Facts {
		turn[f.ID] = int(f.Turn) - 1
	}
	facts := match.MustFacts(s.Facts)
	for i, f := range s.Facts {
		own := turn[f.ID]
		for _, other := range append(slices.Clone(f.DerivedFrom), f.Supersedes) {
			if at, ok := turn[other]; ok {
				link(own, at)
			}
		}
		for b := range n {
			if b != own && len(facts[i].Anchored.Find(said[b])) > 0 {
				link(own, b)
			}
		}
	}
	return links
}

func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.Format(time.DateOnly) }
