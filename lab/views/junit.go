package views

import (
	"encoding/xml"
	"io"
	"strings"

	"contextarena.internal/stats"
)

// JUnit writes the night as JUnit XML, a test case for each gate. A gate that is inconclusive is
// a failure of that type, or skipped where the nightly lets it pass. What a scenario or plan
// calls itself is escaped. What is published of a sealed night stands in the properties.
func (n Night) JUnit(w io.Writer) error {
	type message struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
	type testcase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Failure *message `xml:"failure"`
		Skipped *message `xml:"skipped"`
		Out     string   `xml:"system-out,omitempty"`
	}
	type property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	type properties struct {
		All []property `xml:"property"`
	}
	type suite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Told     *properties `xml:"properties"`
		Cases    []testcase  `xml:"testcase"`
		Out      string      `xml:"system-out,omitempty"`
	}
	s := suite{Name: plain("arena nightly " + n.Name + " " + n.Night), Tests: len(n.Gates), Out: plain(strings.Join(n.Warnings, " "))}
	if u := n.Sealed; u != nil {
		s.Told = &properties{}
		for _, p := range []property{{"sealed.hash", u.Hash}, {"sealed.seed", u.Seed}, {"sealed.settings", u.Settings}, {"sealed.next_hash", u.Next}} {
			if p.Value != "" {
				s.Told.All = append(s.Told.All, p)
			}
		}
	}
	for _, g := range n.Gates {
		c := testcase{Class: plain("arena.nightly." + n.Name), Name: plain(g.Name + " " + limitWords(g.Gate))}
		say := plain(n.sentence(g))
		switch {
		case g.Result == stats.Pass:
			c.Out = say
		case g.Result != stats.Fail && n.Lenient:
			c.Skipped = &message{Message: say}
			s.Skipped++
		default:
			c.Failure = &message{Message: say, Type: string(g.Result), Text: say}
			s.Failures++
		}
		s.Cases = append(s.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
