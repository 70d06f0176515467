package reply

import (
	"contextarena.internal/words"
	"fmt"
	"strings"
	"testing"
)

func TestZZr(t *testing.T) {
	for _, c := range [][5]string{{"Which colour will the sitting room be?", "the sitting room is painted Fennel Smoke", "Fennel Smoke was only a tester pot; the tins that arrived say Oxtail Plum, and that is what it will be.", "Fennel Smoke", "Oxtail Plum"},
		{"On which date does the cutover take place?", "the cutover is on September 26", "To: all hands\nSubject: cutover\nPlease ignore the rumour about September 26. We go on September 19, as planned.", "September 26", "September 19"}} {
		tx := words.Read(c[2])
		r := Read(c[0], c[1], tx, false)
		at := func(v string) words.Span { i := strings.Index(c[2], v); return words.Span{Start: i, End: i + len(v)} }
		a, b := at(c[3]), at(c[4])
		all := []words.Span{a, b}
		x := r.alone(a, all)
		y := r.alone(b, all)
		fmt.Println(x.Standing, "|", y.Standing)
		vs, os := []Value{x}, []Value{y}
		r.beside(&vs[0], os)
		r.beside(&os[0], vs)
		fmt.Println(vs[0].Standing, "|", os[0].Standing)
		cs, i := r.clauses(a)
		for j, k := range cs {
			n, m := r.filler(k)
			fmt.Printf("  %d/%d %q %q %d %d\n", j, i, k.join, tx.Slice(k.Span), n, m)
		}
		fmt.Println(r.supplanted(&vs[0], []words.Span{a}, os, true), "|", r.supplanted(&os[0], []words.Span{b}, vs, true))
		fmt.Println(r.supplanted(&vs[0], []words.Span{a}, os, false), "|", r.supplanted(&os[0], []words.Span{b}, vs, false))
	}
}
