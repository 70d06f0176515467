package scenarios

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
)

// defaultWithin is the `within` of a fact or a near pattern whose file doesn't say it.
const defaultWithin = 12

// Write writes a scenario as a file that Parse reads back as the same scenario. Fields that say
// what goes without saying are left out.
func Write(w io.Writer, s *arena.Scenario) error {
	root := mapping(
		"id", text(s.ID), "name", text(s.Name), "suite", text(s.Suite),
		"variant_of", optional(s.VariantOf), "change", optional(s.Change),
		"description", optional(s.Description), "system", text(s.System),
	)
	turns := &yaml.Node{Kind: yaml.SequenceNode}
	session := 1
	for i, ex := range s.Turns {
		n, err := turnNode(ex, session)
		if err != nil {
			return fmt.Errorf("scenarios: write %s: turn %d: %w", s.ID, i+1, err)
		}
		session = ex.Session
		turns.Content = append(turns.Content, n)
	}
	rubric := list(block, s.Final.Rubric, func(c arena.Check) *yaml.Node {
		return mapping("item", text(c.Item), "match", patternNode(&c.Match))
	})
	facts := list(block, s.Facts, func(f arena.Fact) *yaml.Node {
		return mapping(
			"id", text(f.ID), "turn", number(int(f.Turn)), "text", text(f.Text), "question", text(f.Question),
			"about", patternNode(f.About), "value", patternNode(&f.Value), "within", unless(f.Within, defaultWithin),
			"supersedes", optional(f.Supersedes), "derived_from", list(flow, f.DerivedFrom, text),
		)
	})
	asked := list(block, s.Probes, func(p arena.Probe) *yaml.Node {
		id := p.ID
		if id == p.Fact {
			id = ""
		}
		var question, extended *yaml.Node
		if p.Fact == "" {
			question = text(p.Question)
		}
		if p.Extended {
			extended = plainNode("true")
		}
		return mapping(
			"id", optional(id), "fact", optional(p.Fact), "type", text(string(p.Type)), "kind", text(string(p.Kind)),
			"question", question, "extended", extended, "legacy", list(flow, p.Legacy, text), "stale", patternNode(p.Stale),
		)
	})
	root.Content = append(root.Content, mapping(
		"turns", turns,
		"final", mapping("at", moment(s.Final.At), "question", text(s.Final.Question), "pass", number(s.Final.Pass), "rubric", rubric),
		"facts", facts, "probes", asked,
	).Content...)
	out, err := yaml.NewDumper(w, yaml.WithIndent(2), yaml.WithLineWidth(100))
	if err != nil {
		return fmt.Errorf("scenarios: write %s: %w", s.ID, err)
	}
	if err := out.Dump(root); err != nil {
		return fmt.Errorf("scenarios: write %s: %w", s.ID, err)
	}
	return out.Close()
}

func turnNode(ex arena.Exchange, session int) (*yaml.Node, error) {
	var tools []*yaml.Node
	for _, use := range ex.Tools {
		var document yaml.Node
		var arguments *yaml.Node
		if use.Arguments != "{}" {
			if err := yaml.Load([]byte(use.Arguments), &document); err != nil {
				return nil, fmt.Errorf("arguments of %s: %w", use.Name, err)
			}
		}
		if len(document.Content) > 0 {
			arguments = document.Content[0]
		}
		tools = append(tools, mapping("call", text(use.Name), "arguments", arguments, "result", optional(use.Result)))
	}
	return mapping(
		"at", moment(ex.At), "session", unless(ex.Session, session), "refs", list(flow, ex.Refs, func(t arena.Turn) *yaml.Node { return number(int(t)) }),
		"user", text(ex.User), "tools", list(block, tools, func(n *yaml.Node) *yaml.Node { return n }), "assistant", text(ex.Assistant),
	), nil
}

// patternNode is a pattern in the form a file has it.
func patternNode(p *arena.Pattern) *yaml.Node {
	var n *yaml.Node
	switch {
	case p == nil:
		return nil
	case p.Number != nil:
		var tolerance *yaml.Node
		if p.Number.Tolerance != 0 {
			tolerance = plainNode(strconv.FormatFloat(p.Number.Tolerance, 'f', -1, 64))
		}
		n = mapping("number", plainNode(p.Number.Value), "unit", optional(p.Number.Unit), "tolerance", tolerance)
	case p.Date != nil:
		day := fmt.Sprintf("%02d-%02d", p.Date.Month, p.Date.Day)
		if p.Date.Year != 0 {
			day = fmt.Sprintf("%04d-%s", p.Date.Year, day)
		}
		n = mapping("date", plainNode(day))
	case p.Time != nil:
		n = mapping("time", quoted(fmt.Sprintf("%02d:%02d", p.Time.Hour, p.Time.Minute), yaml.DoubleQuotedStyle))
	case p.Identifier != "":
		n = mapping("identifier", text(p.Identifier))
	case p.Regex != "":
		n = mapping("regex", quoted(p.Regex, yaml.SingleQuotedStyle))
	case p.Near != nil:
		n = mapping("near", patternNodes(p.Near.Of), "within", unless(p.Near.Within, defaultWithin), "not", patternNodes(p.Near.Not))
	case p.Section != nil:
		n = mapping("section", patternNode(&p.Section.Start), "until", patternNodes(p.Section.Until), "match", patternNode(&p.Section.Match))
	case p.Any != nil:
		n = mapping("any", patternNodes(p.Any))
	case p.All != nil:
		n = mapping("all", patternNodes(p.All))
	case p.None != nil:
		n = mapping("none", patternNodes(p.None))
	default:
		return quoted(p.Text, yaml.DoubleQuotedStyle)
	}
	n.Style = yaml.FlowStyle
	return n
}

func patternNodes(ps []arena.Pattern) *yaml.Node {
	return list(flow, ps, func(p arena.Pattern) *yaml.Node { return patternNode(&p) })
}

// mapping makes fields of names and nodes in turn, without those whose node is nil.
func mapping(pairs ...any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v, _ := pairs[i+1].(*yaml.Node); v != nil {
			n.Content = append(n.Content, plainNode(pairs[i].(string)), v)
		}
	}
	return n
}

// A list's items stand one below the other, or on one line.
const (
	block = yaml.Style(0)
	flow  = yaml.FlowStyle
)

// list is a list in one of these styles, nil if it is empty.
func list[T any](style yaml.Style, items []T, node func(T) *yaml.Node) *yaml.Node {
	if len(items) == 0 {
		return nil
	}
	n := &yaml.Node{Kind: yaml.SequenceNode, Style: style}
	for _, item := range items {
		n.Content = append(n.Content, node(item))
	}
	return n
}

// longText is the length from which a text is folded rather than standing on its field's line.
const longText = 90

// text is a string. A long one is folded; one with line breaks that matter keeps them.
func text(s string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	switch {
	case strings.ContainsAny(s, "\r\t\u0085\u2028\u2029\ufeff") || s != strings.TrimLeft(s, " \n"):
		n.Style = yaml.DoubleQuotedStyle
	case strings.Contains(s, "\n"):
		n.Style = yaml.LiteralStyle
	case len(s) > longText && !strings.Contains(s, "  "):
		n.Style = yaml.FoldedStyle
	}
	return n
}

// optional is a string, nil if it is empty.
func optional(s string) *yaml.Node {
	if s == "" {
		return nil
	}
	return text(s)
}

func quoted(s string, style yaml.Style) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s, Style: style}
}

// plainNode is a word that stands without quotes: a number, a day, true.
func plainNode(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }

func number(n int) *yaml.Node { return plainNode(strconv.Itoa(n)) }

// unless is a number, nil if it is the one that goes without saying.
func unless(n, usual int) *yaml.Node {
	if n == usual {
		return nil
	}
	return number(n)
}

func moment(t time.Time) *yaml.Node {
	t = t.UTC()
	if t.Second() != 0 || t.Nanosecond() != 0 {
		return plainNode(t.Format("2006-01-02T15:04:05.999999999Z"))
	}
	return plainNode(t.Format("2006-01-02 15:04"))
}
