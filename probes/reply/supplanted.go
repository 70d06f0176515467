package reply

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// What says of a clause's subject that it came to nothing, or wasn't to be yet.
var (
	unreal   = speech(`\bwould(?:['’]ve| have) (?:liked|loved|preferred|wanted|gone|been|taken)\b|\b(?:would|could|might)(?:['’]ve)? (?:only |just |also |not )?(?:have|be|do|need|cost|take|mean|make)\b|\b(?:should have|(?:we|they|you|he|she|i|had|was|were) meant (?:to|for|it)|(?:was|were) (?:to|going to|due to|set to|supposed to|slated|intended|expected|pencill?ed)|wanted|hoped|hoping|asked (?:to|for)|intended to|(?:had|been|was|were|i|you|we|they|he|she) planned (?:to|for|on)|tried|attempted|offered|tempted|pushed for|lobbied|argued|pleaded|rooted|favou?red|preferred|suggested|proposed|toyed|flirted|considered|considering|weighed|debated|discussed|floated|mooted|tested|sampled|shortlisted|toss-up)\b|\bon the (?:table|list|shortlist|cards)\b|\b(?:an? |the )?(?:\w+ )?(?:idea|option|candidate|contender|proposal|suggestion|favou?rite|possibility|tester|trial)\b|\bat (?:first|one point)\b|\blast (?:time|week|month|year|season)\b|\b(?:pass(?:es|ed)? for|pos(?:es|ed) as|pretend\w*|supposedly|allegedly)\b|\b(?:originally|initially|almost|nearly|briefly)\b`)
	defeated = speech(`\b(?:(?:has|have|had) (?:since )?moved(?: (?:away|out|on|elsewhere)\b|\s*$)|cancel\w*|(?:pull|back|drop|bow|begg?|duck|bail)\w* (?:out|off)|fell (?:through|short|ill|sick)|fall(?:s|ing)? (?:through|short)|fail\w*|lost|loses?|can(?:['’]t|not| not)|could(?:n['’]t| not)|won['’]t|wouldn['’]t|didn['’]t|doesn['’]t|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|hasn['’]t|no longer|never|(?:is|are|was|were|be|been|got|came|proved?|proves|looked|looks|seemed|seems|felt|feels|['’]s|(?:found|find|thought) (?:it|that|them|this)) (?:\w+ )?too \w+|unavailable|(?:fully|already|double|over)[ -]?booked|sold out|shut|closed|broke|broken|gave way|under (?:repair|construction|renovation)|refus\w+|declin\w+|turn(?:ed|s) (?:\w+ )?(?:down|out)|stopped working|said no|(?:came|come|was|finished|placed) (?:only )?(?:second|third|last)|runner-up|reject\w+|rul(?:ed|es) out|dismiss\w+|outvoted|outbid|overruled|vetoed|scrapp\w*|shelved|abandon\w+|withdr\w+|ditched|discarded|changed nothing|did nothing|in vain|came to nothing|not enough|moved away|resigned|quit|retired|died)\b`)
	// cameToNothing begins what is said of something named before.
	cameToNothing = speech(`^\W*(?:it|that|they|this|those) (?:was|were|is|are|had|has|turned out|proved|got)\b`)
	hearsay       = speech(`^\W*(?:they say|people say|it['’]s said|some say|word is|rumou?r|legend|officially|on paper|in theory|the (?:flyer|brochure|label|sign|poster|draft|plan|schedule|old \w+) (?:says|said|gives|has|had|shows))\b`)
	// firm says that something is what came of it.
	firm = speech(`\b(?:(?:it|that|they|this)(?:['’]s| is| was| are)\W*$|(?:got|gets|won|wins|took|takes|has|have) (?:the|it|over|that)\b|stepp?(?:ed|s) in|took (?:over|\w+ place)|(?:went|gone|going|go) (?:with|for|to|back)|ended up|settled|chose|chosen|picked|booked|opted|keep\w*|stay(?:s|ed|ing)?|instead|final(?:ly)?|in the end|agreed|decided|prevailed|carried the day|it will be|it['’]ll be|(?:is|are|was|were|been) (?:\w+ )?(?:ordered|booked|chosen|hired|picked|used|given|retained)|rolled back|fell back|reverted|revert|now|currently|actually|really|rather)\b`)
	// wins says of its subject that it is the one that was taken, or holds again.
	wins = speech(`\b(?:(?:got|gets|won|wins|took|takes|landed|carried|has|have) the (?:job|slot|part|role|spot|day|vote|nod|contract|badge|title|place|gig|seat|order|commission)|prevailed|stepp(?:ed|s) in|won out|beat it|ever since|since then|(?:has|have|had|got|took|takes) (?:it|them) back|(?:is|are|was|were|been|went|goes) back (?:in|at|to|with|on) (?:the |an? |\pL)|(?:it|they|that) (?:is|was|are|were)\W*$)`)
	// lost is what came of something that was thought of; won is the contrary.
	lost = speech(`\b(?:outvoted|outdone|lost|fell (?:\w+ ){0,2}(?:short|through)|did(?:n['’]t| not) (?:make it|win|pass|carry|work|last|happen)|(?:no one|nobody) (?:ever )?went through|overruled|never (?:happened|came)|came to nothing|(?:begged|backed|pulled|bowed) (?:off|out)|said no|declined|refused|stuck with|stayed with|went back to|c(?:ould|an)(?:n['’]t|not| not) (?:tell|say)|(?:was|were|got|been) (?:\w+ )?(?:turned down|voted down|dropped|rejected|discarded|thrown out|cancel\w+|scrapped|shelved|vetoed))\b|^\W*(?:outcome|result|winner|decision|chosen)\W*:`)
	won  = speech(`^\W*(?:outcome|result|decision)\W*:\W*(?:\w+ )?(?:agreed|accepted|approved|adopted|carried|passed|yes)\b|\b(?:it|this|that|which|they) (?:won|prevailed|carried|(?:was|is|got) (?:\w+ )?(?:chosen|picked|agreed|adopted|approved|selected))\b`)
	// itIsBefore stands right before a value that is given.
	itIsBefore = speech(`\b(?:(?:it|that)(?:['’]s| is|['’]d be| would be| must be| will be|['’]ll be)) (?:the |an? )?(?:(?:dr|mrs?|ms)\.? )?["'“*_($€£]{0,4}$`)
	// itIs begins a clause that says what the question asks for.
	itIs = speech(`^\W*(?:it|that|they|he|she|this|there)(?:['’]s|['’]re| is| was| are| were| will be|['’]ll be)\b`)
	// comments begins a clause that says what to make of what was said.
	comments = speech(`^\W*(?:that|this|which)(?:['’]s| is| was| gives| leaves| should be| will be) (?:(?:quite|rather|about|just|really|still|also|more than|a bit of) )*(?:an? |the |enough|plenty|what|why|because|how)`)
	// offers begins or marks a clause that asks or tells the asker to do something.
	offers   = speech(`\b(?:please|let me|let['’]s|if you|i can|i could|you (?:may|might|can|could|should|['’]ll|will)|shall i|don['’]t|do(?:es)? (?:you|that)|feel free|want me|make sure|check)\b|\?["')*_]*\s*$`)
	negation = speech(`n['’]t\b|\b(?:not?|never|nobody|nothing|without|neither|nor)\b`)
	// refers stands for what was said before.
	refers = speech(`\b(?:to|for|with|of|by|from|at|on|in|under|after|before|beside|behind|near) (?:her|him|them|it|there|that|this)\b|\b(?:it|there|them|him|this)\b|\b(?:that|her)\W*$|^\W*(?:that|this|those|these)\b`)
	// goesOn begins a clause about whom the one before named.
	goesOn = speech(`^\W*(?:he|she|they|his|her|their|its?|the)\b`)
	// goesOver is in a reason with the clause that it is of: "since it is done by May 29, that is when it ends".
	goesOver = speech(`,\s+(?:that|so|then|you|we|they)\b`)
	// anaphoric begins a clause whose subject was named before.
	anaphoric = speech(`^\W*(?:it|that|those|these|this|they|he|she|which|the latter|all of)(?:[^\w-]|$)`)
	// ofIt stands for a thing that was named before.
	ofIt = speech(`\bit\b|\bthere\b|\b(?:for|on|with|of) (?:that|this)\b`)
	// claims is in a clause that has a verb.
	claims = speech(`['’](?:s|re|ve|ll)\b|\b(?:is|are|was|were|be|been|has|have|had|does|did|will|would|can|could|came|went|got|took|gave|made|put|runs?|goes|gets?|takes?|gives?|makes?|plays?|pays?|works?|leads?|sits?|stands?|comes?|belongs?|stays?|lies?|\pL+ed)\b`)
	// beyond names another thing by where it stands to the first.
	beyond = speech(`\b(?:one|other|another|next|house|room|door|row) (?:right )?(?:behind|after|before|beside|next to|above|below|over|across from|opposite)\b`)
	// verb is what a value does.
	verb = speech(`^["'”*_)]{0,4} \pL+(?:s|ed)\b`)
	// isA says of a value what it is.
	isA = speech(`^["'”*_)]{0,4} (?:is|was|are|were)(?: (?:only|just|merely|really|actually|simply|also|still|in fact))* (?:the|an?|her|his|their|your|my|our|its|on|\pL+['’]s)\b`)
	// predicated begins what a subject does or is.
	predicated = speech(`^["'”*_)]{0,4}(?:, [^,;.\n]{1,30},)? (?:\pL+ )??(?:is|are|was|were|\pL+(?:s|ed)|had|have|did|will|would|can|could|left|went|came|took|made|met|ran)\b`)
	// telling is in a clause that says what is known.
	telling = speech(`\b(?:name[ds]?|c[ao]mes? up|mention\w*|told|known?|said|says|stated|given|information|recorded|noted|wh(?:o|om|ich|at|ere|en)|settled|open|decided)\b`)
)

// plainVerbs are verbs and other words that fill a clause and name nothing.
var plainVerbs = words.Stems(`went go gone going got get gets took take takes taken has have had made make makes came come comes chose chosen choose pick picked decided settled
	agreed opted booked ended end finally now currently actually really rather instead still team everyone everybody all both others other things thing one ones two
	know known sure certain said says told mentioned changed nothing else anything happen happened matter way over back up down out off in want wanted need needed like liked think thought
	better best good fine great more most less very quite just only even too soon later earlier day time morning evening afternoon night week year today tomorrow yesterday
	please check note let hope help again here there because reason why confirm confirmed right wrong correct last next since question ask asked`)

// says is what a clause says of itself.
type says struct {
	names, others int  // words that neither the question nor the truth has, nor say nothing: names and numbers, and all
	offers        bool // it asks or tells the asker to do something
}

// saying is what a clause says, looked at once.
func (r *Reading) saying(c clause) says {
	if c.says == nil {
		c.says = new(says)
	}
	if *c.says == (says{}) {
		c.says.names, c.says.others = r.filler(c)
		c.says.offers = offers.MatchString(r.Text.Slice(c.Span))
	}
	return *c.says
}

// filler counts what a clause names that neither the question nor the truth has, and no value of spans holds: another
// answer, if it is one.
func (r *Reading) filler(c clause) (names, all int) {
	text := r.Text.Slice(c.Span)
	denies := negation.MatchString(text)
	for i, w := range words.Plain(text) {
		stem := words.Stem(w)
		first, _ := utf8.DecodeRuneInString(w)
		named := unicode.IsDigit(first) || i > 0 && unicode.IsUpper(first) && len(w) > 1
		if r.not[stem] && !denies && !idle[stem] && !r.truth[stem] {
			names++
			all++
			continue
		}
		if r.asked[stem] || idle[stem] || hedging[stem] || plainVerbs[stem] || r.truth[stem] && !named {
			continue
		}
		all++
		if named {
			names++
		}
	}
	return names, all
}

// speaks reports whether a text says something that isn't in the words of the question and the truth: asked what somebody asked for, "you
// asked for it" says no more.
func (r *Reading) speaks(what *words.Expression, text string) bool {
	return slices.ContainsFunc(what.FindAllString(text, -1), func(found string) bool {
		own := false
		for w := range words.Stems(found) {
			if !idle[w] && !r.roots[words.Root(w)] && !r.truth[w] {
				return true
			}
			own = own || !idle[w]
		}
		return !own
	})
}

// aboutIt counts the words of the question, or their kin, in a text: all, and those that aren't names.
func (r *Reading) aboutIt(text string) (all, things int) {
	for w := range words.Stems(text) {
		if r.asked[w] || r.kin[w] || r.roots[words.Root(w)] {
			all++
			if !r.names[w] {
				things++
			}
		}
	}
	return all, things
}

// supplanted is how a value stands if another clause answers instead of the one that holds it; Given if none does. Of first
// the other is looked for where its own clause says of it that it came to nothing ("The cellar can't take nine, so you booked the
// boat"), else where it says nothing of what the question asks ("Teague manages her; the husband's name never came up"). A clause
// whose values aren't given answers nothing.
func (r *Reading) supplanted(v *Value, same []words.Span, others []Value, first bool) Standing {
	all, at := r.clauses(v.Span)
	if len(all) < 2 {
		return Given
	}
	own := all[at]
	text := r.Text.Source()
	behind := text[min(v.End, own.End):own.End]
	for _, o := range others {
		if o.Start >= v.End && o.End <= own.End && comesFrom.MatchString(text[v.End:o.Start]) {
			behind = text[v.End:o.Start]
			break
		}
	}
	said := text[own.Start:v.Start] + " " + inCase.ReplaceAllString(behind, "")
	next := clause{}
	if at+1 < len(all) {
		next = all[at+1]
	}
	weak := first && !r.past && !itIsBefore.MatchString(text[own.Start:v.Start]) && !onceMore.MatchString(text[v.End:own.End]) && (r.speaks(unreal, said) || r.speaks(defeated, said) || hearsay.MatchString(said) ||
		at+1 < len(all) && cameToNothing.MatchString(text[next.Start:next.End]) && r.speaks(defeated, text[next.Start:next.End]) || next.join == mainJoin)
	settled := first && !r.past && (firm.MatchString(said) || wins.MatchString(said) || itIsBefore.MatchString(text[own.Start:v.Start]))
	if first && settled && !weak {
		return Given
	}
	about, things := r.aboutIt(said + " " + r.over(v.Span))
	after := lastNames.ReplaceAllString(text[v.End:own.End], "")
	off := !first && things == 0 && begins.MatchString(titled.ReplaceAllString(text[own.Start:v.Start], "")) && predicated.MatchString(after) && !results[own.join] && !theOne.MatchString(after) && !ofIt.MatchString(text[own.Start:own.End])
	labels := off && isA.MatchString(after)
	if !first && !off {
		return Given
	}
	for j, c := range all {
		said := text[c.Start:c.End]
		if weak && j > at && j <= at+2 && !slices.ContainsFunc(same, c.Overlaps) && !refuted(c, others) && lost.MatchString(said) {
			if won.MatchString(said) {
				return Given
			}
			return Aside
		}
		if j == at || c.asks || c.join == colonJoin || reasons[c.join] && !goesOver.MatchString(said) || slices.ContainsFunc(same, c.Overlaps) || refuted(c, others) {
			continue
		}
		is := r.saying(c)
		if is.offers || is.others == 0 && !beyond.MatchString(said) {
			continue
		}
		switch {
		case first && !r.past && wins.MatchString(said) && !backwards.MatchString(said) && !itIs.MatchString(said):
			return Aside
		case weak && yields[c.join] && reasons[c.join]:
			return Aside
		case weak && (firm.MatchString(said) || j > at && (results[c.join] || itIs.MatchString(said) && !comments.MatchString(said) || is.names > 0 && !refers.MatchString(said))):
			return Aside
		case off && r.answers(said, about, about > things), off && labels && j > at && is.names > 0 && !backwards.MatchString(said) && !refers.MatchString(said) && !negation.MatchString(said):
			return Elsewhere
		}
	}
	return Given
}

// inCase is a condition, which says nothing of what is.
var inCase = speech(`\b(?:if|unless|in case)\b[^,;.\n]*`)

// yields join a clause that grants something, and answers where it gives a value.
var yields = words.Set("though although while whereas")

// refuted reports whether a clause holds other values, and gives none of them.
func refuted(c clause, others []Value) bool {
	holds := false
	for _, o := range others {
		if o.Overlaps(c.Span) {
			if o.Standing == Given {
				return false
			}
			holds = true
		}
	}
	return holds
}

// answers reports whether a clause says something of what the question asks about, or that it isn't known, where another one
// with about words of the question doesn't. A clause that names whom the question asks about is beaten by none that doesn't, and goes on about
// somebody else.
func (r *Reading) answers(said string, about int, names bool) bool {
	all, things := r.aboutIt(said)
	if names && all == things && !goesOn.MatchString(said) {
		return false
	}
	return (things > 0 || about == 0 && all > 0) && (!refers.MatchString(said) || beyond.MatchString(said)) && claims.MatchString(said) && (!negation.MatchString(said) || telling.MatchString(said))
}

// contrary reports whether the part of a sentence that is about a value says the contrary of what is asked or true, and not that:
// "it wraps up on August 9" of when it begins, "the southern shore" of the northern one, a price by the week of one by the day.
func (r *Reading) contrary(v *Value) bool {
	part := r.Text.Slice(v.part)
	if i := lastComma.FindStringIndex(r.Text.Source()[v.part.Start:max(v.part.Start, v.Start)]); i != nil {
		part = part[i[1]:]
	}
	said := words.Stems(part)
	for w := range said {
		if r.con[w] && !r.asked[w] && !r.truth[w] {
			if !slices.ContainsFunc(contraries[w], func(o string) bool { return said[o] }) {
				return true
			}
		}
	}
	return r.facing(v) || r.returns && oneWay.MatchString(r.Text.Slice(v.part)) && !thereAndBack.MatchString(r.Text.Slice(v.part)) || r.rate != "" && another(rate, r.Text.Slice(v.part), r.rate)
}

// lastComma is where what stands right before a value begins.
var lastComma = speech(`.*(?:[,;:]|\band) `)

// rate is a time by which something is paid or counted.
var rate = speech(`\b(?:per|an?|each|every|whole|full|entire) (hour|day|night|week|month|quarter|year)\b`)

//go:embed kin.txt
var kinFile string

// kins are by stem the stems that say the same, and those that say what is contrary to it.
var kins, contraries = func() (kin, contrary map[string][]string) {
	kin, contrary = map[string][]string{}, map[string][]string{}
	for line := range strings.Lines(kinFile) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		sides := strings.Split(line, "|")
		for i, side := range sides {
			for _, w := range stems(side) {
				kin[w] = append(kin[w], stems(side)...)
				for j, other := range sides {
					if j != i {
						contrary[w] = append(contrary[w], stems(other)...)
					}
				}
			}
		}
	}
	return kin, contrary
}()

func stems(text string) []string {
	var out []string
	for w := range words.Stems(text) {
		out = append(out, w)
	}
	return out
}
