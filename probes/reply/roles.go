package reply

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// rank says on which side of a relation between two people somebody stands: above is who leads, teaches or is stood
// in for; below is who reports, learns or stands in.
type rank int

const (
	unranked rank = iota
	above
	below
)

// Who is named in a clause, for expressions of relations: the value, the one that the question asks about.
const (
	theValue = "\x01"
	theOther = "\x02"
)

// ties are how English tells that X is above Y. A line of words in braces stands for one of ranks.
var ties = []string{
	`X (?:has|had) Y (?:reporting|answering) to`, `Y (?:is|was) (?:the one )?(?:right |directly )?(?:under|below|beneath) X`,
	`X (?:shows|showed|is showing|walks|walked) Y (?:the ropes|how|round|around|through)`, `Y (?:is|was) {gap}shown (?:the ropes|how) by X`,
	`X (?:{leads}|looks after|takes care of|takes in|took in|is (?:in charge of|responsible for|the one over)) Y`,
	`X (?:is|was|has been|had been) {gap}{leading} Y`,
	`X (?:is|was|has been) {gap}Y['’]s {boss}`,
	`X, Y['’]s {boss}`,
	`X (?:is|was|has been|acts as|serves as) (?:the |a )?{boss} (?:of|to|for) Y`,
	`Y['’]s {boss} (?:is|was|has been) {gap}X`,
	`{boss} of Y (?:is|was) {gap}X`,
	`X (?:\w+ ){0,3}?(?:has|have|had|took|takes) (?:taken )?Y (?:on )?(?:under|working under|as (?:an? |{own})?{pupil}|working under|on {own}(?:team|staff|crew))`,
	`Y (?:reports?|reported|answers?|answered|has to (?:report|answer)|must (?:report|answer)|(?:is the one )?(?:reporting|answering)) {gap}to X`,
	`Y (?:works|worked|is|was|serves|served|comes|trains|trained|studies|studied) under X`,
	`Y (?:is working|works|worked) for X`,
	`Y (?:learns|learned|is learning) (?:\w+ ){0,3}?from X`,
	`Y (?:takes|took|gets|has) {own}(?:orders|instructions) from X`,
	`Y (?:is|was|has been) {gap}{led} by X`,
	`Y (?:is|was) (?:on|in|part of|a member of|one of) X['’]s (?:team|staff|crew|group|people|department)`,
	`Y (?:is|was) {gap}X['’]s {pupil}`,
	`Y (?:is|was) (?:the |an? )?{pupil} (?:of|to) X`,
	`X['’]s {pupil} (?:is|was) {gap}Y`,
	`X (?:is|was) (?:the (?:one|person|man|woman) )?(?:who |whom |that )?Y (?:reports?|answers?|has to answer|has to report|must answer) to`,
	`Y (?:stands|standing|stood|steps|stepped|fills|filled|covers|covering|deputi[sz]es|deputi[sz]ing|subs|substitutes) (?:in )?for X`,
	`Y (?:is|was) {gap}(?:standing in|covering|filling in|stepping in|deputi[sz]ing) for X`,
	`Y (?:takes|took|would take) X['’]s place`,
	`Y (?:is|was) X['’]s (?:stand-in|deputy|replacement|substitute)`,
	`X['’]s (?:stand-in|deputy|replacement|substitute) (?:is|was) Y`,
	`X (?:is|was) {gap}(?:replaced|covered|represented) by Y`,
}

// asksFor are the questions that ask for who is above the one they name; those of ties with an X that is asked for do too.
var asksFor = []string{
	`(?:who|whom) (?:does|did|do|must|should) Y (?:report|answer) to`, `to (?:who|whom) (?:does|did|do|must|should) Y (?:report|answer)`,
	`whose {pupil} (?:is|was) Y`, `(?:who|whom) (?:is|was) Y (?:the )?{pupil} (?:of|to)`,
	`for (?:who|whom) (?:is|was) Y (?:standing in|covering|filling in|deputi[sz]ing)`,
}

var roleWords = strings.NewReplacer(
	"{own}", `(?:(?:his|her|their|your|\x01['’]s|\x02['’]s) )?`,
	"{leads}", `(?:mentors?|mentored|manages?|managed|supervises?|supervised|leads?|led|oversees?|oversaw|coach(?:es)?|coached|trains?|trained|teach(?:es)?|taught|guides?|guided|commands?|commanded)`,
	"{leading}", `(?:mentoring|managing|supervising|leading|overseeing|coaching|training|teaching|guiding|looking after|commanding)`,
	"{led}", `(?:mentored|managed|supervised|led|overseen|coached|trained|taught|guided|looked after|commanded)`,
	"{boss}", `(?:boss|(?:step|grand|god|foster )?(?:mother|father|parent|mom|mum|dad)|aunt|uncle|manager|supervisor|superior|mentor|teacher|coach|trainer|tutor|chief|line manager)`,
	"{pupil}", `(?:assistant|(?:step|grand|god|foster )?(?:son|daughter|child)|niece|nephew|trainee|apprentice|pupil|student|mentee|prot[eé]g[eé]e?|direct report|subordinate|right hand)`,
	"{gap}", `(?:(?:now|still|also|only|just|actually|currently|being|directly|in fact|really|the|a|an) )*`,
)

// tied is one expression of all ties between x, who is above, and y.
func tied(x, y string) *words.Expression {
	var all []string
	for _, t := range ties {
		all = append(all, roleWords.Replace(strings.NewReplacer("X", x, "Y", y).Replace(t)))
	}
	return speech(strings.Join(all, "|"))
}

const (
	asked = `(?:who|whom)`
	some  = `[^?.,;]+`
)

var (
	valueAbove = tied(theValue, theOther)
	valueBelow = tied(theOther, theValue)
	wantsAbove = speech(roleWords.Replace(strings.ReplaceAll(strings.Join(asksFor, "|"), "Y", some)) + "|" + tied(asked, some).String()[len("(?i)"):])
	wantsBelow = tied(some, asked)
	// somebody is a pronoun that stands for the one asked about.
	somebody = speech(`\b(?:he|she|they|him|them|you|i|me)\b(?:(?: himself| herself| themselves| yourself)?(?: who| that)?)`)
	hisOrHer = speech(`\b(?:his|her|their|your|my|our)\b`)
	// rest is the rest of a name of which the value is a part.
	rest    = regexp.MustCompile(`(?:(?:\p{Lu}[\pL'-]+\.? )*)` + theValue + `(?: \p{Lu}[\pL-]+)*`)
	herself = speech(` (?:himself|herself|themselves|yourself)\b(?: who\b| that\b)?| (?:who|that) (?:has|had|is|was)\b`)
)

// ranking are parts of words of which a question that asks for a side has one.
var ranking = []string{
	"report", "answer", "mentor", "manag", "boss", "supervis", "lead", "led", "overs", "coach", "train", "teach", "taught", "guid", "command", "charge",
	"respons", "look", "take", "took", "under", "work", "learn", "stand", "stood", "step", "fill", "cover", "deput", "sub", "replac", "represent", "chief",
	"superior", "tutor", "son", "daughter", "child", "niece", "nephew", "aunt", "uncle", "mother", "father", "parent", "team", "staff", "crew", "assist", "apprentice", "pupil", "student", "mentee", "prot", "right hand", "over", "place",
}

// wanted is the side that a question asks for.
func wanted(question string) rank {
	question = hisOrHer.ReplaceAllString(question, "somebody's")
	lower := strings.ToLower(question)
	switch {
	case !strings.Contains(lower, "who") || !slices.ContainsFunc(ranking, func(w string) bool { return strings.Contains(lower, w) }):
		return unranked
	case wantsAbove.MatchString(question):
		return above
	case wantsBelow.MatchString(question):
		return below
	}
	return unranked
}

// swapped reports whether the sentence of a value puts it on the other side of the relation than the question asks for:
// "Gudrun is on Oksana's team", asked for whom Oksana reports to.
func (r *Reading) swapped(v *Value) bool {
	if r.side == unranked {
		return false
	}
	text := r.Text.Source()
	own := words.Stems(r.Text.Slice(v.Span))
	for _, name := range fullName.FindAllString(r.fact, -1) { // Gudrun is Gudrun Aasland
		if parts := words.Stems(name); overlap(parts, own) {
			maps.Copy(own, parts)
		}
	}
	clause := r.others(text[v.sentence.Start:v.Start], own) + theValue + r.others(text[v.End:v.sentence.End], own)
	clause = apposed.ReplaceAllString(cleftWho.ReplaceAllString(rest.ReplaceAllString(clause, theValue), "$1 "), "$1")
	clause = itsArticle.ReplaceAllString(clause, "$1")
	if isHim.MatchString(clause) {
		return true
	}
	up, down := valueAbove.MatchString(clause), valueBelow.MatchString(clause)
	return up != down && up == (r.side == below)
}

// cleftWho is what stands between somebody and what he does: "it's X who mentors"; apposed what is said of him by the way.
var (
	cleftWho = regexp.MustCompile(`(` + theValue + `|` + theOther + `),? (?:who|that|is the one (?:who|that)) `)
	apposed  = regexp.MustCompile(`(` + theValue + `|` + theOther + `), (?:who is |who's |the |our |your |a )?[^,;.` + theValue + `]{1,40},`)
)

// itsArticle stands before somebody; isHim says of the value that it is who the question asks about, and goes on about him: "the DBA is
// Torsten, and he reports to Wendeline".
var (
	itsArticle = regexp.MustCompile(`(?i)\b(?:the|our|your|my) (` + theValue + `|` + theOther + `)`)
	isHim      = regexp.MustCompile(`^\W*(?:` + theOther + ` (?:is|was) ` + theValue + `|` + theValue + ` (?:is|was) ` + theOther + `),? (?:and|reports|answers|reporting|answering|whose)\b`)
)

// fullName is a name, and lastNames the rest of one of which a value is a part.
var fullName, lastNames = regexp.MustCompile(`\p{Lu}[\pL'-]*(?: \p{Lu}[\pL'-]*)*`), regexp.MustCompile(`^(?: \p{Lu}[\pL'-]+)+`)

func overlap(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return true
		}
	}
	return false
}

// Within reports whether all words are among others.
func Within(of, others map[string]bool) bool {
	for w := range of {
		if !others[w] {
			return false
		}
	}
	return true
}

var wordOrSpace = regexp.MustCompile(`[\pL\pN-]+|[^\pL\pN-]+`)

// others is a text with one mark for who the question is about, by name (the question's or the truth's, not that of the value, own) or as a
// pronoun, and without emphasis.
func (r *Reading) others(text string, own map[string]bool) string {
	text = strings.NewReplacer("*", "", "_", "").Replace(text)
	var b strings.Builder
	for _, w := range wordOrSpace.FindAllString(text, -1) {
		stem := words.Stem(w)
		who := (r.asked[stem] || r.cast[stem] && !own[stem]) && !relational[stem]
		switch {
		case who && !strings.HasSuffix(b.String(), theOther+" "):
			b.WriteString(theOther)
		case who:
		default:
			b.WriteString(w)
		}
	}
	text = somebody.ReplaceAllString(b.String(), theOther)
	text = hisOrHer.ReplaceAllString(text, theOther+"'s")
	text = strings.ReplaceAll(text, theOther+" "+theOther, theOther)
	return herself.ReplaceAllStringFunc(text, func(s string) string {
		if strings.HasPrefix(s, " who") || strings.HasPrefix(s, " that") {
			return s[strings.LastIndex(s, " "):]
		}
		return ""
	})
}

// relational are the stems of words that name a relation and nobody in it.
var relational = words.Stems(`report reports answer answers boss manager supervisor mentor mentors mentoring mentored teacher coach lead leads leading manage
	manages stand stands standing stood look looks after team run runs charge person one married people work works take takes cover covers son daughter child stepson stepdaughter niece nephew aunt uncle mother father`)
