package shape_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim/shape"
)

// lamp is a record of a thing with a price that changed.
func lamp() *shape.Row {
	r := &shape.Row{}
	for role, text := range map[shape.Role]string{
		shape.Subject: "desk lamp", shape.Predicate: "price", shape.Object: "$40", shape.Old: "$30", shape.Formula: "shade + base",
		shape.Text: "The desk lamp costs $40", shape.Date: "3 May",
	} {
		r.Cells[role] = shape.Words(text)
	}
	r.Cells[shape.Premises] = shape.Cell{List: []string{"shade", "base"}}
	r.Cells[shape.Where] = shape.Cell{List: []string{"attic", "shelf 2"}}
	return r
}

func TestFormsAreWritten(t *testing.T) {
	for name, c := range map[string]struct {
		form, want string
	}{
		"bars":                      {"- thing | new value", "- desk lamp | $40"},
		"a label":                   {"- GOODS: name | value", "- GOODS: desk lamp | $40"},
		"a label before a bar":      {"* GOODS | name | value | was: old value", "* GOODS | desk lamp | $40 | was: $30"},
		"a label in brackets":       {"[GOODS] name => value", "[GOODS] desk lamp => $40"},
		"an aspect":                 {"name.attribute -> value", "desk lamp.price -> $40"},
		"what and arrows":           {"what: old value -> new value", "desk lamp: $30 -> $40"},
		"a path":                    {"AT: name | house > room", "AT: desk lamp | attic > shelf 2"},
		"an example":                {"- car_price = $9 (was $8)", "- desk_lamp = $40 (was $30)"},
		"an example with a formula": {"- car_price = $9 <- tax + net", "- desk_lamp = $40 <- shade + base"},
		"an example with premises":  {"- due_date = June 3 <- depends on permit, crew", "- desk_lamp = $40 <- depends on shade, base"},
		"a date in brackets":        {"name = value (since date)", "desk lamp = $40 (since 3 May)"},
		"several of one":            {"ENTITY: name | attribute: value | attribute: value", "ENTITY: desk lamp | price: $40 | price: $40"},
		"capitals":                  {"1. SUBJECT: from OLD VALUE to NEW VALUE", "1. desk lamp: from $30 to $40"},
	} {
		t.Run(name, func(t *testing.T) {
			forms, rest := shape.Forms("Write a line each, in this form:\n\n" + c.form + "\n\nBe brief.")
			require.Len(t, forms, 1)
			require.Equal(t, "Write a line each, in this form:\n\n\nBe brief.", rest)
			require.Equal(t, c.want, forms[0].Write(lamp(), []shape.Row{*lamp(), *lamp()}))
		})
	}
}

func TestFormsThatLackAValueAreNotWritten(t *testing.T) {
	forms, _ := shape.Forms("Use one of these forms:\nA: name | value | was: old value\nB: name -> old value -> value")
	require.Len(t, forms, 2)
	r := lamp()
	r.Cells[shape.Old] = shape.Cell{}
	require.Equal(t, "A: desk lamp | $40", forms[0].Write(r, nil), "what has a key may be missing")
	require.Empty(t, forms[1].Write(r, nil))
}

func TestTailsAreFoundAndShared(t *testing.T) {
	forms, _ := shape.Forms("One a line, in this form:\nwhat: value\nIf it follows from others, add (from: those values).")
	require.Len(t, forms, 1)
	require.Equal(t, "desk lamp: $40 (from: shade, base)", forms[0].Write(lamp(), nil))
	forms, _ = shape.Forms("The format is one of these:\n- a_b = 3 (was 2)\n- a_b = 3 <- c * d")
	require.Len(t, forms, 2)
	require.Equal(t, "- desk_lamp = $40 (was $30) <- shade + base", forms[1].Write(lamp(), nil))
}

func TestSmallLabelsOfSeveralForms(t *testing.T) {
	forms, _ := shape.Forms("Every line follows this pattern:\nnode: name | value\nmove: name -> old value -> value")
	require.Len(t, forms, 2)
	require.Equal(t, "node: desk lamp | $40", forms[0].Write(lamp(), nil))
	require.Equal(t, "move: desk lamp -> $30 -> $40", forms[1].Write(lamp(), nil))
}

func TestPlainTextHasNoForms(t *testing.T) {
	for _, text := range []string{
		"Write notes in the form of a list.\n- Keep names.\n- Keep numbers.",
		"Use this format:\n{\"name\": \"...\"}",
		"What is the form for?\nIt is for tax.",
		"Write it under these headings:\n## NUMBERS\n## NAMES",
		"Inform them.\nname: value",
		"",
	} {
		forms, rest := shape.Forms(text)
		require.Empty(t, forms, text)
		require.Equal(t, text, rest)
	}
}

func FuzzForms(f *testing.F) {
	f.Add("In one of these forms:\n- A: b | c: d (was e)\n- x_y = 1 <- a + b\n[Z] q @ r")
	f.Add("a line:\n1. WHAT: from OLD to (NEW")
	f.Add("form\n: | | (was x) <- -> .\n= =")
	f.Fuzz(func(t *testing.T, text string) {
		forms, rest := shape.Forms(text)
		require.LessOrEqual(t, len(rest), len(text))
		for i := range forms {
			line := forms[i].Write(lamp(), []shape.Row{*lamp()})
			require.True(t, utf8.ValidString(line) || !utf8.ValidString(text), line)
			require.False(t, strings.Contains(line, "\n"), line)
		}
	})
}
