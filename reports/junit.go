package reports

import (
	"encoding/xml"
	"io"
	"strings"
)

// Tests are gates as a test suite, for JUnit.
type Tests struct {
	Suite, Class string
	Cases        []Test
	Out          string
}

// Test is one case with what it says.
type Test struct {
	Name    string
	Says    string
	Failed  string // the type of the failure; empty if it didn't fail
	Skipped bool
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure"`
	Skipped *junitMessage `xml:"skipped"`
	Out     string        `xml:"system-out,omitempty"`
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
	Out      string      `xml:"system-out,omitempty"`
}

// writeJUnit writes the tests as JUnit XML.
func writeJUnit(d Document, w io.Writer, _ string) error {
	s := junitSuite{Name: plain(d.Tests.Suite), Tests: len(d.Tests.Cases), Out: plain(strings.TrimSpace(d.Finding + " " + d.Tests.Out))}
	for _, t := range d.Tests.Cases {
		c, says := junitCase{Class: plain(d.Tests.Class), Name: plain(t.Name)}, plain(t.Says)
		switch {
		case t.Skipped:
			c.Skipped = &junitMessage{Message: says}
			s.Skipped++
		case t.Failed != "":
			c.Failure = &junitMessage{Message: says, Type: plain(t.Failed), Text: says}
			s.Failures++
		default:
			c.Out = says
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
