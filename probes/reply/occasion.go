package reply

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

// To what something was changed; both of two; one of several.
var (
	movedWhere = speech(`\bto (?:which|what|whom)\b.*\b` + moves + `\b|\b` + moves + ` to\b`)
	bothOf     = speech(`\bboth\b`)
	whichOne   = speech(`\bwhich (?:one|of)\b|\bone of\b|\binstead of\b`)
)
