package sim

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/llm/embed"
	"contextarena.internal/words"
)

// asked is a question by its words.
type asked struct {
	words []weighted
	has   map[string]float64 // the words with their weights
	form  string             // of the answer it wants; empty for any
	deed  string             // by which a person is asked for: the first word behind "who"
	past  bool               // it asks for what held once
	names []string
	total float64 // of the weights
}

// weighted is a content word and what it says.
type weighted struct {
	concept  string
	specific float64 // of itself, at most 1
	weight   float64 // that times how few facts have it
	known    bool    // a fact has it
	tabled   bool    // the table of synonyms has it
}

// newAsked reads a question in a world.
func (w *World) newAsked(text string) asked {
	form := formOf(text)
	subject := nowWords.ReplaceAllString(pastWords.ReplaceAllString(text, " "), " ")
	switch form {
	case "when":
		subject = dayWords.ReplaceAllString(subject, " ")
	case "name":
		subject = nameWords.ReplaceAllString(subject, " ")
	}
	q := asked{has: map[string]float64{}, form: form, past: pastWords.MatchString(text), names: namesIn(text)}
	who := false
	for _, word := range words.Split(subject) {
		who = who || word == "who" || word == "whom"
		if functionWords[word] {
			continue
		}
		k := concept(word)
		if who && q.deed == "" {
			q.deed = k
		}
		if q.has[k] > 0 {
			continue
		}
		x := weighted{concept: k, specific: specific(word), known: w.count[k] > 0, tabled: synonyms[stem(word)] != ""}
		x.weight = x.specific * (evenly + rarity(float64(len(w.Facts)), max(1, w.count[k])))
		q.words, q.has[k] = append(q.words, x), x.weight
		q.total += x.weight
	}
	return q
}

// specific is how much a word says by itself, from a tenth to 1: the rarer in English, the more.
func specific(word string) float64 {
	if lightWords[stem(word)] {
		return leastSpecific
	}
	return min(1, max(leastSpecific, (embed.Rarity(word)-commonWord)/(rareWord-commonWord)))
}

const (
	leastSpecific = 0.1
	commonWord    = 3   // the rarity of "only" or "people", which say little,
	rareWord      = 6.5 // and of "policy" or "role", which say all they can
	evenly        = 1.5 // of a word's weight, whatever facts have it: about the weight of one that a fifth have
)

// namesIn are the names and numbers of a question, as content words: what is written with a capital
// and doesn't begin it.
func namesIn(text string) []string {
	var out []string
	first := true
	for w := range strings.FieldsSeq(text) {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, `"'($€£`))
		if unicode.IsDigit(r) || !first && unicode.IsUpper(r) {
			for k := range contentWords(w) {
				out = append(out, k)
			}
		}
		first = strings.HasSuffix(w, ".") || strings.HasSuffix(w, "?")
	}
	return out
}

// answerForms tell by a word of a question what an answer looks like, the first that fits.
var answerForms = []struct {
	name  string
	words *words.Expression
}{
	{"who", words.MustExpression(`(^|[.,:] )(\w+ )?(who|whom|whose)\b|\bwhich (person|colleague|actor|actress|electrician|lawyer|doctor|physiotherapist|player)\b`)},
	{"phone", words.MustExpression(`\b(phone|telephone|mobile|cell|landline)\b|\bnumber\b.*\b(call|ring|dial|reach)\b|\b(call|ring|dial|reach)\b.*\bnumber\b`)},
	{"number", words.MustExpression(`\bwhat('s| is| are)? (\w+ )*(digits|code|pin|serial|reference|plate)\b|\b(code|serial|reference|pin|docket|booking|policy|claim|ticket|file|patient|matter|club|incident|permit) (number|code)\b|\b(at|on|under|which) (which )?number\b|\bserial\b|\bdigits\b|\bnumber of (the|my|our|her|his|their) (\w+ )?(policy|flight|pass|claim|permit|ticket|account|docket|file|case)\b`)},
	{"why", words.MustExpression(`\b(why|reason)\b`)},
	{"when", words.MustExpression(`(^|[.,:] )(since |until |by )?when(('s| is| are| was| were| will| do| does| did| has| have| had| can| could| should| must| would| may| might| shall) )|\b(what|which) (day|date|time|evening|month|year|hour|weekday)\b|\b(until|by|on|at|for|from) (what|which) (day|date|time|evening)\b|\bdate of\b|\bwhat('s| is| was) (the|her|his|our|my|their) (\w+ )?(day|date|time)\b`)},
	{"where", words.MustExpression(`\bwhere\b|\b(which|what) (room|hall|floor|table|city|street|cabin|shelf|drawer|section|region|walk-in|wall|part|freezer|fridge|building|neighbou?rhood|plot|side|row|bay)\b`)},
	{"duration", words.MustExpression(`\bhow long (do|does|did|will|would|has|have|had|can|could|may|might|must|should)\b|\bfor how long\b|\bhow many (seconds|minutes|hours|days|nights|weeks|months|years)\b|\b(duration|how much time|what length of time|in (seconds|minutes|hours|days|weeks|months|years))\b`)},
	{"money", words.MustExpression(`\bhow (much|high|large|big|expensive)\b.*\b(` + moneyWords + `)\b|\bwhat\b.*\b(` + moneyWords + `)\b|\b(costs?|pays?|charges?|comes? to) what\b`)},
	{"many", words.MustExpression(`\bhow (many|much|long|large|big|heavy|far|high|warm|old|hot|fast)\b|\b(what|which)(('s| is| was| are| were|) (the |our |my |her |his |their |its |a )?|('s)? )(\w+ ){0,2}(number of|amount|quantity|sum|total|limit|price|fee|fees|commission|budget|cost|percentage|headcount|temperature|weight|length|capacity|size|rate|salary|threshold|score|count)\b|\b(cost|costs|come to|comes to|came to|weigh|weighs|rent for|sell for|sells for)\b.{0,12}\?`)},
	{"name", nameWords},
}

// moneyWords tell that an amount is of money.
const moneyWords = `cost|costs|price|prices|pay|pays|paid|paying|fee|fees|charge|charges|charged|rent|budget|bill|salary|wage|commission|deposit|money|sell for|sells for|sold for|earn|earns|expensive|dollars|pounds|euros`

// formOfKind is the form of facts whose own question doesn't tell.
var formOfKind = [kinds]string{Identifier: "number", Amount: "many", Date: "when", Place: "where"}

func formOf(question string) string {
	for _, f := range answerForms {
		if f.words.MatchString(question) {
			return f.name
		}
	}
	return ""
}

// near are forms that may stand for each other.
var near = map[[2]string]bool{{"many", "money"}: true, {"money", "many"}: true, {"many", "duration"}: true, {"duration", "many"}: true, {"number", "phone"}: true, {"name", "who"}: true, {"who", "name"}: true}

// pastWords are those of questions for what held once.
var pastWords = words.MustExpression(`\b(at first|at the (very )?(first|beginning)|in the beginning|very first|originally|original|initially|to begin with|used to|previous(ly)?|former(ly)?|earlier|once|before|had I|had been|was going to|were going to|was supposed|started out|in the beginning|until we|for a while|for a moment|first draft|first plan)\b`)

// These words say nothing of what a question is about: that what holds is asked for, or a day, or a name.
var (
	nameWords = words.MustExpression(`\b(names?|called|named)\b`)
	nowWords  = words.MustExpression(`\b(now|currently|current|at present|at the moment|presently|nowadays|these days|today|finally|final|in the end|still|by now|as it stands)\b`)
	dayWords  = words.MustExpression(`\b(date|day|time|o'clock|weekday)\b`)
)

// Weights of what speaks for a fact being asked for. They were fitted to the questions of the builtin
// scenarios, two hundred of them put otherwise, and questions for what nobody said, and then rounded;
// they model nothing.
const (
	likeQuestion = 0.9  // how alike the question is to the fact's own (Dice's coefficient of the weights)
	coveredWords = 0.1  // how much of the question the fact's words cover
	elsewhere    = 0.3  // a word that other facts have and this one hasn't, by how specific it is
	unheard      = 0.1  // a word that no fact has
	otherMeaning = 0.1  // a word that this fact hasn't though its synonyms are known
	swapped      = 0.15 // the question has a word that the fact's hasn't, and the reverse
	otherDeed    = 0.35 // who did something else is asked for
	otherForm    = 0.6  // an answer of another form is wanted,
	unclearForm  = 0.4  // or one of a form where the fact's question leaves it open
	nearForm     = 0.25 // or of one that may stand for the other
	openForm     = 0.1  // or any, where the fact's question wants one
	otherTime    = 0.4  // what held once is asked for and this holds, or the reverse
	otherName    = 0.15 // a name or number that the fact hasn't
	leastMatch   = 0.45 // below, nothing is asked for
)

// match is how well a question asks for a fact, at most 1.
func (w *World) match(q asked, i int) float64 {
	f := &w.asked[i]
	if q.total == 0 || f.total == 0 {
		return 0
	}
	own, covered, known, unknown, tabled, score := 0., 0., 0., 0., 0., 0.
	for _, x := range q.words {
		own += min(x.weight, f.has[x.concept])
		switch {
		case w.words[i][x.concept]:
			covered += x.weight
			continue
		case x.known:
			known = max(known, x.specific)
		default:
			unknown = max(unknown, x.specific)
		}
		if x.tabled {
			tabled = max(tabled, x.specific)
		}
		if x.concept == q.deed {
			score -= otherDeed
		}
	}
	missed := 0.
	for _, x := range f.words {
		if q.has[x.concept] == 0 {
			missed = max(missed, x.specific)
		}
	}
	score -= swapped * missed * max(known, unknown)
	score += likeQuestion*2*own/(q.total+f.total) + coveredWords*covered/q.total
	score -= elsewhere*known + unheard*unknown + otherMeaning*tabled
	switch {
	case q.form == f.form:
	case near[[2]string{q.form, f.form}]:
		score -= nearForm
	case q.form == "":
		score -= openForm
	case f.form == "":
		score -= unclearForm
	default:
		score -= otherForm
	}
	if q.past && !f.past && !w.old[i] || !q.past && f.past && w.old[i] {
		score -= otherTime
	}
	if slices.ContainsFunc(q.names, func(name string) bool { return !w.words[i][name] }) {
		score -= otherName
	}
	return score
}

// candidate is a fact that a question may ask for.
type candidate struct {
	fact  int
	score float64
}

// candidates are the facts that a question may ask for, the likeliest first; of equal ones the newer. They depend on
// the text alone, and the same questions and messages come in every trial, so they are remembered. Nobody may change them.
func (w *World) candidates(text string) []candidate { return w.sought.of(w, text, (*World).seek) }

// seek works out candidates, and how many bytes they take.
func (w *World) seek(text string) ([]candidate, int) {
	q := w.newAsked(text)
	var out []candidate
	for i := range w.Facts {
		if s := w.match(q, i); s >= leastMatch {
			out = append(out, candidate{i, s})
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(a.score, b.score), -cmp.Compare(a.fact, b.fact))
	})
	return out, 16 * len(out)
}

// clauses are the parts of a message between commas, colons, dashes and ends of sentences, without
// those that say nothing.
func clauses(text string) []string {
	var out []string
	for _, s := range sentenceSpans(text) {
		line := strings.NewReplacer(" and ", ", ", " - ", ", ", " – ", ", ", "—", ", ", "; ", ", ", ": ", ", ").Replace(text[s.Start:s.End])
		for part := range strings.SplitSeq(strings.Trim(line, ".!?:"), ", ") {
			if len(contentWords(part)) > 0 {
				out = append(out, part)
			}
		}
	}
	return out
}

// favour is a request to do something, in the form of a question: "Could you add Wendy?" With "what" or
// "when" in it, it asks all the same.
var favour = words.MustExpression(`^\W*(and |so |then )?(would|could|can|will) you\b`)

var asksFor = words.MustExpression(`\b(what|which|who|whom|whose|when|where|why|how|whether|if)\b`)

// questions are the sentences of a message that end with a question mark, without favours.
func questions(text string) []string {
	var out []string
	for _, s := range sentenceSpans(text) {
		if sentence := text[s.Start:s.End]; strings.HasSuffix(strings.TrimRight(sentence, `"')`), "?") && (!favour.MatchString(sentence) || asksFor.MatchString(sentence)) {
			out = append(out, sentence)
		}
	}
	return out
}

// neverFirst are words with which no order begins.
var neverFirst = words.Set(`let let's lets thanks thank good great sorry oh ah well hi hello hey yes no ok okay right also still just maybe
	perhaps today yesterday tomorrow tonight everyone everybody nobody somebody someone something nothing one two three both all another
	each every most half last next first second third my his her its our their your this that these those there here it he she we they you
	i the a an and but or so if when while since because as at by for from in into of off on out over to under up with without not never
	always once after before during until back looks sounds seems turns feels speaking what who whom whose which where why how is are was were be
	been am do does did has have had will would can could should may might must bye cheers`)

// fewWords is how long a message is at most that orders something whatever word comes second.
const fewWords = 8

// beforeOrders are words that may stand before one.
var beforeOrders = words.Set("please now then ok okay right so")

// objectFirst are words with which what is ordered begins.
var objectFirst = words.Set(`the a an all every each everything anything whatever what which who my our your their his her its this that these
	those me us it them down out up over any some for`)

// asksAtLength reports whether a message sets a task: a short one that orders something, a sentence that
// begins with please, or a message a good part of which asks for several facts. It takes no bytes of its own to remember.
func (w *World) asksAtLength(text string) (bool, int) {
	if politely.MatchString(text) || len(words.Split(text)) <= shortOrder && orders(text) {
		return true, 0
	}
	asked, parts := map[int]bool{}, clauses(text)
	for _, c := range parts {
		if found := w.candidates(c); len(found) > 0 {
			asked[w.chain[found[0].fact]] = true
		}
	}
	return len(asked) >= severalFacts && goodPart*len(asked) >= len(parts), 0
}

const (
	shortOrder   = 25 // words of an order that may stand alone
	severalFacts = 3  // that a longer message asks for,
	goodPart     = 3  // and one in how many of its parts
)

// politely is an order of whatever length.
var politely = words.Lazy(`(?m)(^|[.!?] )Please \w+[ :,]`)

// orders reports whether a message tells somebody to do something: a sentence that begins with neither
// a name nor a word that no order begins with, and goes on with what is ordered.
func orders(text string) bool {
	for _, s := range sentenceSpans(text) {
		sentence := text[s.Start:s.End]
		if strings.HasSuffix(sentence, "?") {
			continue
		}
		var first, second string
		for _, w := range words.Split(strings.ReplaceAll(sentence, "'", "")) {
			switch {
			case first == "" && beforeOrders[w]:
			case first == "":
				first = w
			case second == "":
				second = w
			}
		}
		if first == "" || neverFirst[first] || strings.HasSuffix(first, "ing") || strings.HasSuffix(first, "ed") || strings.HasSuffix(first, "ly") {
			continue
		}
		if second == "" || objectFirst[second] || len(strings.Fields(text)) <= fewWords {
			return true
		}
	}
	return false
}

// talkWords are what a question about the conversation itself is made of.
var talkWords = contentWords(`conversation talk chat discussion facts fact details information points everything anything things said told
	tell mentioned discussed know known remember summary summarise notes note matter matters important key main far learned learnt list user worth keep keeping useful`)

// aboutTalk reports whether a question asks for all that was said rather than for one thing.
func aboutTalk(question string) bool {
	words := contentWords(question)
	for k := range words {
		if !talkWords[k] {
			return false
		}
	}
	return len(words) > 0
}
