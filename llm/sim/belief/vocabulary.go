package belief

import "strings"

// asking words begin a question.
var asking = set(`what which who whom whose when where why how is are was were do does did will would can could should has have had whether`)

// prepositions may stand before the word a question begins with: "in which room".
var prepositions = set(`in on at by to from for under with of about over around behind beside near into as after before until outside`)

// owns reports whether a text begins with somebody's thing: "Ann's number".
func owns(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "’s")
}

// determiners begin a noun phrase.
var determiners = set(`the a an my our your his her its their any every each all this that these those`)

// grammar are words that say nothing of what a question is about.
var grammar = set(`a an the this that these those there here it its i me my mine we us our ours you your yours he him his she her hers they them their theirs one ones
what which who whom whose when where why how whether is are was were be been being am do does did done doing will would shall should can could may might must has have had having
and or but nor if so as at by for from in into of off on onto out over than then to up with within without about after before again against all also any anyone anything away back because
both down during each either else ever every few further get gets got go goes going just let like many more most much need needs needed no not now of only other others ourselves own please
same some someone something still such tell told too under until upon very via want wants way well while yet yes
give list show say says said write name names named called know remind summarize summarise summary recap state status current currently final exact exactly full complete latest present together total altogether overall sum combined
number numbers amount date dates day days time times place places person people thing things kind kinds value values details detail info information answer question
left remain remaining item items amounts end begin decide decided decision choose chose chosen pick picked settle settled agreed agree new old first last originally original originally initially previously earlier
mr mrs ms miss dr sir madam really actually whole entire altogether
s t re ve ll d m don isn aren wasn didn doesn won`)

// titles are written like names but name nobody.
var titles = set(`uncle aunt auntie grandma grandpa granny captain coach chef judge professor president doctor nurse sister brother father mother king queen lord lady sergeant officer inspector`)

// decisive words ask for what was decided.
var decisive = set(`votes decisions choice opted opt outcome rule ruled decide decided decision choose chose chosen pick picked settle settled agreed agree vote voted`)

// attributes are words for what things and people have: that one has a price doesn't mean that
// another's is known.
var attributes = set(`cost costs price prices fee fees salary pay weigh weight rate size capacity phone mobile cell email e-mail serial code pin password plate reference ticket invoice id extension registration licence license stand live called age height length address policy account booking order permit married related begin start end finish supply supplies look looks after`)

// pronouns point back at what was asked before.
var pronouns = set(`it its he him his she her they them their theirs`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

func pronoun(text string) bool {
	for w := range words(text) {
		if pronouns[strings.ToLower(w)] {
			return true
		}
	}
	return false
}
