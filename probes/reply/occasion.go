package reply

// What a question asks for besides a value: this time's, the last day, for whom, one of several.

// usual reports whether a value is what always was, and another what is so this time.
func (r *Reading) usual(v, o Value) bool {
	text := r.Text.Source()
	return o.Start > v.End && o.Start-v.End < longReach && always.MatchString(text[v.sentence.Start:v.Start]) && thisTime.MatchString(text[v.End:o.sentence.End])
}

var (
	always   = speech(`\b(?:always|usually|normally|typically|ordinarily|as a rule|traditionally|in (?:past|other|previous) years|last (?:time|year|season|film|month|week|round))\b`)
	thisTime = speech(`\b(?:this (?:time|year|season|once|one)|for once|today|now|tonight)\b`)
)

// earliest reports whether a value is the first day of what has to be done by another one, asked for the last.
func (r *Reading) earliest(v, o Value) bool {
	text := r.Text.Source()
	return r.due && notBefore.MatchString(text[v.sentence.Start:v.Start]) && byThen.MatchString(text[o.sentence.Start:o.sentence.End])
}

var (
	notBefore = speech(`\b(?:not before|no earlier than|from|as of|starting|opens? on|beginning) ["'“*_]*$`)
	byThen    = speech(`\b(?:by|until|till|at the latest|no later than|cutoff|deadline|due)\b`)
	dueBy     = speech(`\b(?:by (?:which|what|when)|deadline|cutoff|due|latest|until when)\b`)
)

// What is paid for the way there, and for both.
var (
	oneWay       = speech(`\b(?:each|per|one|either) (?:way|direction|leg)\b|\b(?:one-way|single)\b`)
	thereAndBack = speech(`\b(?:round[ -]trip|return|there and back|and back|both ways)\b`)
)

// noOne is in a truth that denies something itself.
var noOne = speech(`\b(?:no|none|nobody|nothing)\b`)

// What was once, and what says behind it that something else is now.
var (
	wasOnce  = speech(`\b(?:used to be|was|were|had been)\b` + within + `$`)
	nowOther = speech(`^[^.;\n]{0,60}[.;,](?: and| but)? (?:now\b|today\b|these days\b|(?:\pL+ ){0,4}(?:has|have|['’]s|['’]ve) (?:since )?(?:shifted|moved|taken|brought|carried|switched|put) (?:it|them|him|her)\b)`)
)

// minor reports whether a value is somebody who only does something else.
func (r *Reading) minor(v Value) bool {
	return merely.MatchString(lastNames.ReplaceAllString(r.Text.Source()[v.End:v.sentence.End], ""))
}

var merely = speech(`^["'”*_)]{0,4} (?:merely|just|only|simply) \pL+(?:s|ed)\b`)

// sender reports whether a value is where something comes from, asked for whom it is.
func (r *Reading) sender(v Value) bool {
	return r.goesTo && comesOf.MatchString(r.Text.Source()[v.sentence.Start:v.Start])
}

var (
	comesOf    = speech(`\b(?:comes?|came|coming|sent|is|was|it['’]s|shipped|ordered) (?:in |out )?(?:from|by) ["'“*_]*$`)
	forWhom    = speech(`\bfor\W*$|\b(?:for|to) (?:whom|who|which|what)\b|\baddressed to\b`)
	movedWhere = speech(`\bto (?:which|what|whom)\b.*\b` + moves + `\b|\b` + moves + ` to\b`)
	bothOf     = speech(`\bboth\b`)
	whichOne   = speech(`\bwhich (?:one|of)\b|\bone of\b|\binstead of\b`)
)
