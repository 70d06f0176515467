package read

import "strings"

// sense is what the reader knows of a word: a set of the roles below.
type sense uint64

const (
	dull         sense = 1 << iota // says nothing about the topic
	aux                            // makes a clause finite by itself: is, has, will, can
	subject                        // a pronoun that begins a clause: I, she, there
	anaphor                        // points back: it, that, they, one
	determiner                     // begins a noun phrase: the, my, every
	subordinate                    // begins a clause that can't stand alone: if, when, because
	joining                        // and, but, so, or
	preposition                    // of, with, for
	asking                         // what, who, when
	requesting                     // list, tell, give: at the beginning of a request
	verb                           // a verb, finite unless it ends in -ing
	gains                          // a verb that makes a quantity or a set larger
	loses                          // one that makes it smaller
	moves                          // one that takes something from one group or value to another
	corrects                       // a word that says that a value changes
	mild                           // one that says so weakly
	hedges                         // marks a statement as tentative or approximate
	denies                         // not, never, no
	decides                        // a verb or noun of choosing
	relates                        // a noun or verb that connects two people or things
	month                          // number: 1–12
	weekday                        // number: 1–7, Monday first
	numeral                        // a number word below a hundred; number is its value
	scale                          // hundred, thousand, million, dozen
	measure                        // a unit that belongs to its number: kg, hours, %
	money                          // a word for a currency
	period                         // something prices and amounts are per: night, person, month
	place                          // a noun that makes a place with a number or name: room, Street
	label                          // a noun that makes a name with a number: team 3, route 41
	code                           // a noun whose number is an identifier: PIN, ticket, policy
	title                          // stands before a person's name: Dr, Aunt
	abbreviation                   // its full stop ends no sentence
	adverb                         // may stand between subject and verb: also, then, only
	ordinal                        // first, 3rd, top: with a noun such as floor it makes a place
	joins                          // a verb that changes who belongs to a group: join, leave, add
	approximates                   // about, around, nearly: tentative right before an amount
	more                           // more, another, extra: adds what's counted
	idiomatic                      // begins a phrase of idiomTable
	daypart                        // morning, evening: the number before it is a time
	holiday                        // a day of the year with a name of its own
	ordinary                       // common enough that a capital at the beginning of a sentence says nothing
)

// word is an entry of the vocabulary.
type word struct {
	sense  sense
	number float64 // of a month, weekday, numeral or scale
	unit   string  // of a measure or money: the same for all its spellings
}

// stranger is what is known of a word that isn't in the vocabulary.
var stranger word

// look finds a word in lower case.
func look(s string) *word {
	if w := vocabulary[hashed(s)]; w != nil {
		return w
	}
	return &stranger
}

// vocabulary is filled from the tables below, keyed by the hash of the word in lower case.
var vocabulary = learn()

// words lists the words of each role. Verbs stand in their plain form, and irregular forms beside
// it; the regular forms are derived. A word may stand under several roles.
var words = []struct {
	sense sense
	text  string
}{
	{dull | determiner, `the a an my our his her their your its this that these those some any each every no another both all`},
	{dull | subject, `i he she it we they you there who everyone everybody nobody someone somebody i'm he's she's it's we're they're you're there's that's i've we've they've you've i'd he'd she'd we'd they'd you'd i'll he'll she'll it'll we'll they'll you'll here's it'd that'd there'd there'll that'll`},
	{dull | anaphor, `it that this they he she those these them him it's that's they're he's she's they've it'll they'll its their his her one ones same both latter`},
	{dull | aux, `is are was were am be has have had do does did will would can could shall should may might must isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't won't wouldn't can't couldn't shouldn't cannot i'm he's she's it's we're they're you're there's that's i've we've they've you've i'll he'll she'll it'll we'll they'll you'll here's i'd he'd she'd we'd they'd you'd it'd that'd there'd there'll that'll who'd who'll what'd what'll y'all what's who's where's when's how's needn't mustn't mightn't ain't 'll 's 're`},
	{dull | joining, `and but or so nor yet plus & whereas while`},
	{dull | subordinate, `if when whenever because since although though unless until till while whereas after before once as that which who whom whose where than whether`},
	{dull | preposition, `of to in on at for from by with without into onto about against between among through during before after above below under over per via near behind beside besides beyond within across along around toward towards off out up down like than until till since as despite except inside outside upon next opposite versus vs`},
	{dull | asking, `what who whom whose when where which how why what's who's where's when's how's`},
	{dull, `me us you him them myself himself herself itself ourselves themselves yourself been being not too very just also only even still again here then thus therefore however well oh ok okay yes yeah yep nope hi hey hello thanks thank please right sure great good nice fine lol btw fyi um uh hmm anyway already ever never always often much many more most less least few fewer such own other others else quite rather almost enough really etc now today currently current exactly exact final finally let's let lets got get gets getting going gonna wanna etc user assistant tool system god whole full there n't to'`},
	{adverb, `too also now still then just only already always never usually currently actually probably certainly definitely finally both all each really even again first later soon not`},
	{requesting, `list tell give summarize summarise recap state name write describe show remind explain draft read repeat produce print output provide answer count calculate compute compare check look pull fetch find search get send spell confirm compile prepare generate translate rewrite create make help dump run`},
	{hedges, `maybe perhaps roughly approximately approx probably possibly might may likely presumably apparently guess think suppose reckon tentative tentatively provisional provisionally circa ish unsure estimate estimated estimates ballpark potentially considering seems seemingly supposedly unconfirmed`},
	{approximates, `about around nearly almost over under`},
	{denies, `not no never none nobody nothing neither nor without isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't won't wouldn't can't couldn't shouldn't cannot needn't mustn't ain't`},
	{corrects, `actually correction instead misspoke oops scratch mistaken corrected revised amended amendment changed updated`},
	{mild, `anymore became becomes`},
	{month, `january=1 february=2 march=3 april=4 may=5 june=6 july=7 august=8 september=9 october=10 november=11 december=12 jan=1 feb=2 mar=3 apr=4 jun=6 jul=7 aug=8 sep=9 sept=9 oct=10 nov=11 dec=12`},
	{weekday, `monday=1 tuesday=2 wednesday=3 thursday=4 friday=5 saturday=6 sunday=7 mondays=1 tuesdays=2 wednesdays=3 thursdays=4 fridays=5 saturdays=6 sundays=7 mon=1 tue=2 tues=2 wed=3 thu=4 thurs=4 thur=4 fri=5 sat=6 sun=7`},
	{numeral, `zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90`},
	{scale, `hundred=100 thousand=1000 million=1000000 billion=1000000000 dozen=12 mn=1000000 bn=1000000000 k=1000 m=1000000 b=1000000000`},
	{money, `dollar:$ dollars:$ usd:$ bucks:$ buck:$ euro:€ euros:€ eur:€ gbp:£ quid:£ yen:¥ jpy:¥ chf:chf francs:chf cents:cent cent:cent pence:penny p:penny`},
	{measure, `kg:kg kilo:kg kilos:kg kilogram:kg kilograms:kg g:g gram:g grams:g mg:mg ton:ton tons:ton tonne:ton tonnes:ton lb:pound lbs:pound pound:pound pounds:pound oz:ounce ounce:ounce ounces:ounce l:litre millilitre:ml millilitres:ml milliliter:ml milliliters:ml milligram:mg milligrams:mg millimetre:mm millimeter:mm centimetre:cm centimeter:cm kilowatt:kw kilowatts:kw amp:amp amps:amp fortnight:fortnight fortnights:fortnight decade:decade decades:decade stone:stone litre:litre litres:litre liter:litre liters:litre ml:ml cl:cl gallon:gallon gallons:gallon pint:pint pints:pint km:km kilometre:km kilometres:km kilometer:km kilometers:km metre:metre metres:metre meter:metre meters:metre cm:cm centimetres:cm centimeters:cm mm:mm millimetres:mm millimeters:mm mile:mile miles:mile ft:foot foot:foot feet:foot inch:inch inches:inch yard:yard yards:yard acre:acre acres:acre hour:hour hours:hour hr:hour hrs:hour h:hour minute:minute minutes:minute min:minute mins:minute second:second seconds:second sec:second secs:second s:second ms:ms millisecond:ms milliseconds:ms day:day days:day week:week weeks:week month:month months:month year:year years:year night:night nights:night degree:degree degrees:degree percent:% pct:% cup:cup cups:cup tbsp:tablespoon tablespoon:tablespoon tablespoons:tablespoon tsp:teaspoon teaspoon:teaspoon teaspoons:teaspoon gb:gb mb:mb tb:tb kb:kb mph:mph kph:km/h kmh:km/h watt:watt watts:watt kw:kw kwh:kwh w:watt volt:volt volts:volt v:volt mbps:mbps gbps:gbps x:times times:times hz:hz ghz:ghz mhz:mhz px:px pts:point`},
	{period, `night person head guest day week month year hour minute piece unit item kilo kg pound litre liter metre meter mile km session seat plate room ticket team member household shift trip visit box bottle session lesson class quarter player child adult pod user`},
	{place, `room floor shelf table building hall street road avenue lane square park hotel lodge house tower gate bay dock terminal platform aisle rack bin drawer cabin suite apartment flat desk booth stand wing corridor warehouse office station airport hospital school college university church museum library theatre theater gallery garden gardens centre center arena stadium bridge river lake camp farm inn cafe restaurant bar kitchen cupboard cabinet locker cage ward theatre court plaza boulevard drive terrace yard basement attic garage cellar zone sector site lot field pitch stage level row deck pier harbour harbor port island mountain valley county cave wood woods forest beach harbourside castle palace chapel ranch`},
	{label, `team group route version chapter section page step phase item option plan unit line batch task question scene episode season week day round game match lap stage tier grade class type model series volume issue figure lane track slot channel node server module sprint release exhibit clause article appendix annex form lot run trial sample crew shift squad tour engine`},
	{more, `more another additional extra`},
	{daypart, `morning afternoon evening night lunchtime`},
	{holiday, `christmas easter thanksgiving halloween passover ramadan diwali hanukkah valentine's midsummer new`},
	{ordinal, `first second third fourth fifth sixth seventh eighth ninth tenth top bottom ground upper lower middle`},
	{code, `code pin number no id ticket policy ref reference order account extension ext serial file flight licence license plate invoice case passport booking confirmation tracking sku isbn iban vin key password passcode phone mobile cell fax tel telephone port incident permit badge registration reservation claim contract membership record combination error`},
	{title, `mr mrs ms miss dr prof professor sir madam lady lord captain capt sgt sergeant officer judge president senator rev reverend father sister brother aunt auntie uncle grandma grandpa granny nana cousin chef coach nurse detective inspector agent king queen prince princess st saint`},
	{abbreviation, `mr mrs ms dr prof st sr jr vs no nos approx inc ltd co corp dept est etc e.g i.e p.m a.m fig vol pp cf al capt sgt rev gen col lt ave rd blvd jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun tel ext ref min max hrs mins cont oz lbs`},
}

// verbs lists verbs in their plain form with what they do, if it's anything a reader acts on.
var verbs = []struct {
	sense sense
	text  string
}{
	{verb | gains, `receive add gain hire restock arrive join buy purchase acquire recruit enrol enroll deliver deposit collect earn import accept`},
	{verb | joins, `add join leave quit remove cancel hire drop exclude enrol enroll recruit invite delete`},
	{verb | loses, `sell remove lose ship cancel subtract spend leave quit break discard consume eat withdraw deduct scrap retire use dispatch donate burn waste drop exclude delete`},
	{verb | moves, `move swap switch shift transfer relocate push bump raise lower increase decrease reschedule postpone delay reduce extend cut upgrade downgrade change update rename revise amend replace rise fall grow climb go jump slip adjust bring trade exchange reassign promote`},
	{verb | decides, `decide choose pick settle opt agree approve reject finalize finalise confirm adopt elect vote nominate`},
	{verb | relates, `lead manage own report marry supervise depend belong connect mentor oversee sponsor employ divorce partner adopt`},
	{verb, `need want cost charge hold take make give get say tell know see come start begin finish end open close run work live stay sit stand stop pay order book plan expect prefer like love hate keep put set send bring drive fly travel land meet call ask look seem sound include cover serve host sleep fit weigh measure last return expire sign write read note remember mean show play win build cook bake grow carry wear share train visit reach happen turn help let try call email rent hire own walk talk speak think believe hope feel find remain contain provide support allow apply depend expect supply fail die store sort handle organize organise arrange assign seat feed teach learn study watch listen wait check test fix repair clean paint install connect print produce create design develop launch release publish post pull request offer propose suggest recommend mention say total equal contact draft estimate forget disregard ignore skip thank appreciate notice list summarize summarise rotate schedule attend invite lock unlock load unload scan track count record mark save copy delete click type press hit kick throw catch pick wash wait stick hang hide`},
}

// irregularForms are forms of those verbs that no ending explains, by their plain form.
var irregularForms = map[string]string{
	"sell": "sold", "buy": "bought", "leave": "left", "lose": "lost", "spend": "spent", "break": "broke broken",
	"eat": "ate eaten", "withdraw": "withdrew withdrawn", "choose": "chose chosen", "lead": "led", "go": "went gone goes",
	"rise": "rose risen", "fall": "fell fallen", "grow": "grew grown", "bring": "brought", "hold": "held", "take": "took taken",
	"make": "made", "give": "gave given", "say": "said", "tell": "told", "know": "knew known", "see": "saw seen", "come": "came",
	"begin": "began begun", "run": "ran", "sit": "sat", "stand": "stood", "pay": "paid", "keep": "kept", "send": "sent",
	"drive": "drove driven", "fly": "flew flown", "meet": "met", "mean": "meant", "show": "shown", "win": "won", "build": "built",
	"wear": "wore worn", "speak": "spoke spoken", "think": "thought", "feel": "felt", "find": "found", "write": "wrote written",
	"feed": "fed", "teach": "taught", "forget": "forgot forgotten", "get": "got gotten", "cost": "costs", "throw": "threw thrown",
	"catch": "caught", "sleep": "slept", "hide": "hid hidden", "stick": "stuck", "hang": "hung", "overseen": "oversaw", "oversee": "oversaw overseen",
}

// relatives are the nouns that connect two people or things.
const relatives = `brother sister mother father mum mom dad son daughter stepson stepdaughter husband wife partner cousin uncle aunt nephew niece grandmother grandfather grandma grandpa grandson granddaughter boss manager supervisor assistant deputy owner founder director colleague friend neighbour neighbor lawyer doctor client customer supplier vendor landlord tenant employer employee mentor teacher student coach captain leader lead chair contact sponsor guardian fiancé fiancée fiance fiancee in-law sibling twin parent child spouse widow ex subsidiary parent dependency roommate flatmate godmother godfather understudy successor predecessor heir`

// learn makes the vocabulary of the tables.
func learn() map[uint64]*word {
	v := map[uint64]*word{}
	enter := func(s string, w word) {
		h := hashed(s)
		known := v[h]
		if known == nil {
			known = &word{}
			v[h] = known
		}
		known.sense |= w.sense | ordinary
		if w.number != 0 {
			known.number = w.number
		}
		if w.unit != "" {
			known.unit = w.unit
		}
	}
	for _, list := range words {
		for s := range strings.FieldsSeq(list.text) {
			w := word{sense: list.sense}
			if name, number, ok := strings.Cut(s, "="); ok {
				s, w.number = name, parseFloat(number)
			} else if name, unit, ok := strings.Cut(s, ":"); ok {
				s, w.unit = name, unit
			}
			enter(s, w)
		}
	}
	for _, list := range verbs {
		for s := range strings.FieldsSeq(list.text) {
			for _, form := range forms(s) {
				enter(form, word{sense: list.sense})
			}
		}
	}
	for s := range strings.FieldsSeq(relatives) {
		enter(s, word{sense: relates})
		enter(s+"s", word{sense: relates})
	}
	for _, row := range idiomTable {
		for text := range strings.SplitSeq(row.text, "|") {
			first, _, _ := strings.Cut(strings.TrimPrefix(text, "^"), " ")
			enter(first, word{sense: idiomatic})
		}
	}
	for s := range strings.FieldsSeq(commonWords) {
		enter(s, word{})
	}
	return v
}

// forms are the finite forms of a verb and its participle.
func forms(plain string) []string {
	stem, third := plain, plain+"s"
	switch {
	case strings.HasSuffix(plain, "e"):
		stem = plain[:len(plain)-1]
	case hasAny(plain, "s", "sh", "ch", "x", "z", "o"):
		third = plain + "es"
	case strings.HasSuffix(plain, "y") && !strings.ContainsRune("aeou", rune(plain[len(plain)-2])):
		third = plain[:len(plain)-1] + "ies"
	}
	out := append([]string{plain, third}, strings.Fields(irregularForms[plain])...)
	double := stem
	if n := len(plain); n > 2 && n < 7 && !strings.ContainsRune("aeiouwxy", rune(plain[n-1])) &&
		strings.ContainsRune("aeiou", rune(plain[n-2])) && !strings.ContainsRune("aeiou", rune(plain[n-3])) {
		double = plain + plain[n-1:] // "swap", "swapped"; the wrong ones do no harm
	}
	for _, s := range []string{stem, double} {
		if strings.HasSuffix(plain, "y") && third != plain+"s" {
			out = append(out, plain[:len(plain)-1]+"ied", s+"ing")
		} else {
			out = append(out, s+"ed", s+"ing")
		}
	}
	return out
}
