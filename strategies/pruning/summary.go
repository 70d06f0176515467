package pruning

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"time"

	"contextarena.internal/llm"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/shelf"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// data is what a prompt may quote.
type data struct {
	System, Knowledge, Transcript string
	Words                         int
}

// wordsPerToken is how many words there are to a token of English.
const wordsPerToken = 0.75

// sumUp writes the summary of a session that is over at a time, and of a chapter whose last session that was.
func (s *memory) sumUp(ctx context.Context, at time.Time) error {
	if len(s.session) == 0 {
		return nil
	}
	gap := s.settings.SessionGap
	silent := gap > 0 && s.settings.Unit == "day" && at.Sub(s.now).Hours() >= gap
	if !silent && len(s.session) < s.settings.SessionMessages {
		return nil
	}
	made, err := s.write(ctx, Session, "session.tmpl", [][]*stored{s.session})
	if err != nil {
		return fmt.Errorf("sum up a session: %w", err)
	}
	for _, e := range s.session {
		e.summedUp = s.now
	}
	s.session = nil
	s.chapter = append(s.chapter, made...)
	if len(s.chapter) < s.settings.ChapterSessions {
		return nil
	}
	if _, err := s.write(ctx, Chapter, "chapter.tmpl", [][]*stored{s.chapter}); err != nil {
		return fmt.Errorf("sum up a chapter: %w", err)
	}
	for _, e := range s.chapter {
		e.summedUp = s.now
	}
	s.chapter = nil
	if s.policy.semantic {
		return s.consolidate(ctx)
	}
	return nil
}

// write has the memory model sum up groups of memories, all at once, and stores a memory for each. Of a group that it
// says nothing about, the most important memory stands for all, word for word.
func (s *memory) write(ctx context.Context, level Level, template string, groups [][]*stored) ([]*stored, error) {
	texts := make([]string, len(groups))
	var requests []llm.Request
	var asked []int
	for i, g := range groups {
		if same(g) {
			texts[i] = g[0].text
			continue
		}
		requests, asked = append(requests, s.request(template, g)), append(asked, i)
	}
	replies, err := llm.All(ctx, s.env.Client, requests...)
	if err != nil {
		return nil, err
	}
	for k, r := range replies {
		s.cycle.Asked++
		s.cycle.Stop = r.Stop
		if texts[asked[k]] = s.cut(strings.TrimSpace(r.Said())); texts[asked[k]] != "" {
			s.cycle.Parsed++
			continue
		}
		s.cycle.Empty++
		s.fallback++
		if texts[asked[k]], err = s.representative(groups[asked[k]]); err != nil {
			return nil, err
		}
		s.env.Trace.Warn(fmt.Sprintf("the memory model wrote no summary of %d memories: the most important of them stands for it", len(groups[asked[k]])))
	}
	return s.summaries(ctx, level, groups, texts)
}

// same reports whether memories all say the same.
func same(g []*stored) bool {
	for _, e := range g {
		if e.text != g[0].text {
			return false
		}
	}
	return true
}

// request is what the model is asked about a group of memories.
func (s *memory) request(template string, g []*stored) llm.Request {
	d := data{Words: int(wordsPerToken * float64(s.settings.SummaryTokens))}
	var items []*shelf.Item
	var notes []string
	for _, e := range g {
		if e.it != nil {
			items = append(items, e.it)
			continue
		}
		notes = append(notes, "- "+e.text)
	}
	d.Transcript = prompt.Quote(shelf.Messages(items...).Transcript())
	d.Knowledge = prompt.Quote(strings.Join(notes, "\n"))
	return llm.Ask(s.env.MemoryModel, s.settings.MaxTokens, prompts.Render(s.env, template, d))
}

// cut is a summary within its tokens, on one line.
func (s *memory) cut(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.TrimSpace(text[:excerpt.First(text, s.settings.SummaryTokens, s.env.Tokens)])
}

// representative is what the most important of memories says: that of the highest MIS, without goals where none are
// kept.
func (s *memory) representative(g []*stored) (string, error) {
	list, all := make([]Memory, len(g)), make([]int, len(g))
	worths, err := s.worths(g, true)
	if err != nil {
		return "", err
	}
	for i := range g {
		list[i].Score, all[i] = Importance(worths[i].goal, worths[i].uniqueness), i
	}
	return s.cut(g[Representative(list, all)].text), nil
}

// summaries stores a memory for each group, with what it was made of.
func (s *memory) summaries(ctx context.Context, level Level, groups [][]*stored, texts []string) ([]*stored, error) {
	vectors, err := s.embed(ctx, texts...)
	if err != nil {
		return nil, fmt.Errorf("embed summaries: %w", err)
	}
	var out []*stored
	for i, g := range groups {
		s.made++
		e := &stored{text: texts[i], vector: vectors[i], tokens: s.env.Tokens(texts[i])}
		var members []Memory
		for _, m := range g {
			members = append(members, m.Memory)
		}
		e.Memory = Consolidate(fmt.Sprintf("summary %d", s.made), members...)
		if e.Level != level { // it stands beside what it is of, and was never retrieved
			e.Level, e.Created, e.Usage = level, s.now, Usage{}
		}
		if err := s.file(e); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	s.changed = s.changed || len(out) > 0
	return out, nil
}

// consolidate puts together what is alike, level by level: a memory that the model writes takes the place of each
// cluster.
func (s *memory) consolidate(ctx context.Context) error {
	for level := range Level(Levels) {
		var of []*stored
		var vectors []llm.Vector
		for _, e := range s.store {
			if e.Level == level {
				of, vectors = append(of, e), append(vectors, e.vector)
			}
		}
		clusters, err := Clusters(vectors, s.policy.settings.Likeness)
		if err != nil {
			return fmt.Errorf("cluster memories: %w", err)
		}
		var groups [][]*stored
		gone := map[*stored]bool{}
		for _, c := range clusters {
			if len(c) < 2 {
				continue
			}
			var g []*stored
			for _, i := range c {
				g, gone[of[i]] = append(g, of[i]), true
			}
			groups = append(groups, g)
		}
		if len(groups) == 0 {
			continue
		}
		if _, err := s.write(ctx, level, "merge.tmpl", groups); err != nil {
			return fmt.Errorf("put together memories that are alike: %w", err)
		}
		s.merged += len(gone)
		if err := s.remove(gone); err != nil {
			return err
		}
	}
	return nil
}
