package reply

import "contextarena.internal/words"

// within is what may stand between a mark and a value: no end of a sentence, clause or line.
const (
	within = `[^.;:|\n,()—]*?`
	few    = `(?:[\w'’$€£"*~&/-]+ ){0,3}[$€£"'“*_(~#]{0,3}`

	// moves are verbs of a value that changes.
	moves = `(?:(?:chang|mov|rais|increas|reduc|lower|extend|updat|revis|correct|switch|shift|adjust|bump|push|swapp?|upgrad|cut|brought|bring|forward|relocat|transferr)\w*|went|gone|grew|grown|rose|risen|fell|fallen)`
)

func speech(expr string) *words.Expression { return words.MustExpression(expr) }

// What denies the value behind it, or before it.
var (
	denies = speech(`(?:\b(?:not|nothing|nobody|no one|hasn['’]t|haven['’]t|hadn['’]t|isn['’]t|wasn['’]t|aren['’]t|weren['’]t|never|neither|nor|don['’]t|doesn['’]t|didn['’]t|won['’]t|no longer|without|minus|cannot be|can['’]t be|couldn['’]t be) ` + few +
		`|\bagainst [$€£\"'“*_(~#]{0,3}|\b(?:rather than|instead of|as opposed to|other than|except(?: for)?|excluding|unlike|contrary to|ruled out|ruling out|rules out|rejected|scrapped|discarded|declined|turned down|passed on|decided against|(?:voted|advised|argued|spoke|was|were|are|is) against|abandoned|cancelled|canceled|vetoed|skipped|skipping|avoid(?:ed|ing)?|forget|ignore|disregard|delete|deleting|scrap|bin|pass(?:es|ed)? (?:off )?(?:for|as)|pos(?:es|ed) as|more than the|mis(?:heard|read|taken|stated)(?: as)?|cross(?:es|ed|ing)? out|(?:struck|strik(?:e|es|ing)) out|confus\w+ (?:it |that |this )?with|mix\w* (?:it |that |this |up )*with|mistak\w+ (?:it |that |this )?for|replac(?:es|ed|ing)|supersed(?:es|ed|ing)|in place of|(?:took|tak(?:e|es|en|ing)) (?:him|her|them|it|us) for|talk of|short of|the eve of|the day (?:before|after)|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)(?: \w+)? (?:below|above|before|after|less than|more than|fewer than|earlier than|later than) the|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+|an?|half an?) (?:minute|hour|day|night|week|month|year)s? (?:before|after|earlier than|later than)|(?:chose|choose|chosen|picked|preferred|won|favou?red|prevailed)\b[^.;\n]{0,40} over)\b ` + few + `|\bdropp(?:ed|ing) (?:(?:the|our|that|their|its|idea|plan|thought|of) ){0,4}[$€£"'“*_(~#]{0,3}|\b(?:don['’]t|do not|never) (?:take|use|call|go|trust|rely|ring|pick|look)\b[^.;:,\n]*|\b(?:rather than|instead of|not aware (?:of|that)|no sign (?:of|that)) (?:[\w'’$€£"*~&/-]+ ){0,7}[$€£"'“*_(~#]{0,3})$`)
	denied = speech(`^[)"'”*_]{0,4}(?: \([^()\n]{0,40}\))?,?(?:\s+\w+){0,3}?\s+(?:(?:is|was|are|were|has|have|had|does|did|would|will|can|could|wo)(?:n['’]t| not| never)\b|never\b|(?:is|was|were|got|been) (?:\w+ )?(?:ruled out|thrown out|tossed|binned|axed|nixed|rejected|dropped|wrong|incorrect|scrapped|cancelled|canceled|declined|withdrawn|discarded|out of the running|off the table|vetoed|abandoned|turned down|a (?:typo|mistake|red herring|misreading|mix-up))\b|(?:fell|falls) through|(?:begged|bowed|pulled|dropped|backed) (?:off|out)|said no\b|refused|lost out|didn['’]t make|(?:had|has|have) no\b|can['’]t be right|(?:looked|looks|seemed|seems|felt|proved|was|were) (?:\w+ )?too \w+|not?[,;.]|not (?:mentioned|given|stated|listed|confirmed|involved|chosen|it|the one|selected|used)\b|(?:would|could|might)(?:['’]ve| have| be too| swamp| never)\b)|^["'”*_)]{0,4}:[^.\n]{0,50}\b(?:dropped|rejected|ruled out|discarded|hated|scrapped|too (?:dear|expensive|costly|slow|small|far)|off the table|not chosen|no longer|vetoed|turned down|never seriously|declined|voted down|cancell?ed|dead|disconnected|out of service|obsolete|wrong|expired)\b|^["'”*_)]{0,4}: ?(?:(?:the|an?|it|that)(?:['’]s| is| was)? )*(?:outdated|old)\b|^[^.;\n]{0,40}\b(?:turned out|proved|proves) (?:to be )?(?:wrong|outdated|stale|dead|false|mistaken|impossible|too)\b|^(?:[^.;—–\n]|[—–] (?:which|that|it|this)\b){0,40}\b(?:(?:was|were|is|are|got|been|being|one of them,?) (?:\w+ )?(?:voted down|dropped|taken away|struck|removed from|scrapped|abandoned|shot down|overruled)|(?:i|we|you|they)(?:['’]d| would|['’]ve| have)? rule[d]? out|struck from)\b`)
	but    = speech(`\bbut\b`)
	reason = speech(`,? so (?:that )?(?:it|that|he|she|they|you|we|i|there|the|any\w*|every\w*|no ?\w*)\b|\b(?:if|unless|provided|in case|because|since|although|though|as|while|whereas)\b`)
	// furthermore begins a clause that tells more of the value, with what it denies.
	furthermore = speech(`^[^.;:\n]{0,40}(?:, which|\bthat) (?:\w+ )?(?:(?:has|have|was|were|would|could|did|does|is|are|can|will|wo)(?:n['’]t| not| never)|never) (?:(?:been|be|ever|yet) )*(\w+)`)
	// whenAsked is a condition under which something is to be said.
	whenAsked = speech(`\b(?:if|when|whenever) [^.;\n]{0,40}\bask`)
	// affirmed is a negation that leaves the value as it is.
	affirmed = speech(`\b(?:refuse[sd]?|declined) to (?:give (?:it |that )?up|let (?:it )?go|drop|change|swap|part with|budge)\b|^\W*and (?:\w+ ){0,2}?(?:not|never|no|\w+n['’]t)\b|^[^.;\n]{0,60}?(?:n['’]t|not|never)(?: been| yet| be| since| ever| officially| formally)* (?:chang\w+|mov\w+|revis\w+|correct\w+|updat\w+|supersed\w+|overrid\w+|replac\w+|confirm\w+|alter\w+|adjust\w+|touch\w+|only|just|far|include[ds]?|including|count\w+|contradict\w+|sure|certain|finali\w+|a (?:guess|problem))\b`)
	// gaveWay is what gave way to the value behind it: "replaced by X", "turned down in favour of X".
	gaveWay = speech(`\b(?:replaced|superseded|succeeded|ruled out|rejected|turned down|passed over|scrapped|discarded|dropped|abandoned|ditched|cancell?ed|declined|swapped|exchanged|traded|skipped|overruled)(?: out)? (?:by|with|for|in favou?r of) `)
	// softened is a "not" that denies nothing of what follows.
	softened = speech(`\bnot (?:yet )?(?:entirely |completely |fully |100 ?% |absolutely |totally )?(?:sure|certain|clear|confident|positive|only|just|later than|before|more than|less than|far from|counting|including|to mention|to be confused with [^,.;\n]{0,60},)\b|\bif i['’]m not mistaken\b|\bcorrect me if i['’]m not\b|\bwhy not\b|\bno problem\b|\bnot bad\b|\bwithout (?:a )?doubt\b|\bdon['’]t forget\b|\b(?:don['’]t|do not) (?:see|find|have|recall|remember) (?:any(?:thing)? (?:later|newer|more recent)[^,;.]*|any (?:change|update|correction)[^,;.]*)`)
)

// What says that a value isn't known.
var (
	unknown      = speech(`\b(?:no (?:mention|record|trace|sign|word|reference|note|talk|confirmation)|nothing (?:about|on|regarding|called|named|like|says)|nobody (?:said|mentioned|named)|(?:don['’]t|do not|didn['’]t|can['’]t|cannot|couldn['’]t|no way to) (?:see|find|have|recall|remember|know|confirm|say|verify|tell)) (?:[\w'’]+ ){0,5}[$€£"'“*_(]{0,3}$`)
	unknownAfter = speech(`^[)"'”*_]{0,4}(?: [\w'’]+){0,4} (?:doesn['’]t (?:appear|come up|ring)|(?:isn['’]t|wasn['’]t|hasn['’]t been|was never|is not|was not|has not been|is never) (?:mentioned|named|in (?:my|the|our)|something|stated|given|recorded|listed|brought up|confirmed as)|never (?:came|comes) up)|^[)"'”*_]{0,4},? (?:whom|who|which|that) you (?:may|might|could) (?:be thinking of|mean|have in mind)\b`)
)

// disowned says, behind a value, that what the question asks for isn't known; instance gives a value as an example.
var (
	instance = speech(`(?:[,(:] ?|^\s*)(?:say|for example|for instance|e\.g\.|such as),? ["'“*_]*$`)
)

// What asks.
var (
	whether = speech(`^\W*if (?:it|that|this|they)(?:['’]s|['’]re| is| was| are| were) ` + few + `$|\b(?:whether|(?:know|tell|say|see|sure|ask(?:ed|ing)?|wonder\w*|check|clear|confirm|remember|recall|certain) if|you asked (?:about|for|if|whether)|you['’]re asking (?:about|if|whether)|your question (?:about|is)|did you mean|do you mean) ` + within + `$`)
	// ventures begins an answer that is put as a question: "I think it's X?"
	ventures = speech(`^\W*(?:i (?:think|believe|guess|suspect|assume)|probably|maybe|perhaps|wasn['’]t it)\b`)
	tag      = speech(`(?:, (?:right|no|correct|yes|isn['’]t it|wasn['’]t it)|\b(?:does that|is that|shall|should i|would you|do you|could you|can you|will you|want me|anything else|need|can i)\b[^?]*)\?["')*_ \n]*$`)
)

// What says that a value is old, if another one is given.
var (
	oldBefore = speech(`(?:['’]d been ` + within + `|\b(?:had been|used to be|previously|prior|former(?:ly)?|original(?:ly)?|initial(?:ly)?|earlier|(?:the|your|my|our|his|her|their|its|an?) old(?:er)?|past|started (?:out |off )?(?:as|at|with|on|in|from)|(?:began|started) (?:out |off )?(?:\w+ ){1,3}(?:as|at|on|in)|short (?:stop|stay|spell) (?:at|in|on)|in between|briefly|temporarily|at first|first (?:said|told|gave|planned|quoted|mentioned|set|(?:you |it |we |they )?(?:had|was|were|made))|after (?:trying|using|considering|going with|a (?:\w+ )?(?:spell|stint|while) (?:with|at|in|on|of))|still (?:says|shows|has|lists|gives|reads|carries|bears|names|prints)|you (?:first|originally|initially) (?:said|told|gave|planned|wanted|mentioned)|up from|down from|away from|` + moves + `(?: \w+){0,3} from|replac(?:es|ed|ing)|supersed(?:es|ed|ing)|outdated|obsolete|stale|first (?:draft|plan|version|sketch|idea|list))\b ` + within + `(?:, (?:the )?["'“*_]{0,3})?|\b(?:left|vacated|quit|gave up|moved out of|pulled (?:from|out of)|taken (?:from|off)) (?:the )?(?:table|room|bay|seat|row|cabin|number|group)? ?["'“*_$€£]*|\b(?:took|tak(?:e|es|en)|came|comes?|weaned|switched|moved) (?:\w+ ){0,2}off (?:of )?(?:the )?["'“*_$€£]*|\((?:was|old|previously|formerly|earlier|originally)\W[^)\n]*)$`)
	wasBefore = speech(`\b(?:was|were)\b ` + within + `$`)
	cleft     = speech(`\b(?:it|that) (?:was|were) (?:the )?(?:(?:dr|mrs?|ms)\.? )?["'“*_($€£]{0,4}$`)
	movedOn   = speech(`\bfrom\b[^.;\n]*(?:\bto\b|→|->|\buntil\b|\bthrough\b|\b(?:settled|ended|landed|finished|stopped) (?:up )?(?:at|on|in|with)\b)`)
	// onlyWas is all that is said of a value: that something was it.
	onlyWas = speech(`^\W*(?:[\pL\d'’-]+ ){1,5}(?:was|were) (?:the |an? )?["'“*_$€£(]*$`)
	oldNote = speech(`^[\s*_]*(?:the |an? |it |at |in |this |my |your )?(?:earlier|previous(?:ly)?|old(?:er)?|original(?:ly)?|initial(?:ly)?|former(?:ly)?|first|was|had been|before|prior|used to|up from|down from|replac\w+|supersed\w+|no longer)\b`)
	oldItem = speech(`^[\s*_•-]*(?:the )?(?:first|at first|old|earlier|before|previous(?:ly)?|original(?:ly)?|initial(?:ly)?|former(?:ly)?|first (?:draft|plan|version|quote|appraisal|estimate))[\s*_]*[:=(]`)
	// fromLabel is the label of what was before, where another value is what came: "From: T4, To: T3".
	fromLabel  = speech(`^[>\s*_•-]*from[\s*_]*:`)
	fromBefore = speech(`\bfrom (?:the )?["'“*_($€£#]{0,4}$`)
	toBetween  = speech(`^["'”*_)]{0,4}(?: \pL+)? (?:back |over |on |up |down )?to (?:the )?["'“*_($€£#]{0,4}$`)
	oldAfter   = speech(`^[^.;:,(\n]{0,40}\bbefore[.,;)!*_ ]*$|^[)"'”*_]{0,4}` + within + `(?:\b(?:changed to|moved to|updated to|raised to|increased to|corrected to|switched to|revised to|reduced to|cut to|bumped to|pushed to|became|is now|(?:today|at present|for now|currently|so far)(?:,? and|,? but|, then) (?:\w+ )?(?:becomes?|will (?:be|become)|turns? into|changes? to|switch(?:es)? to|moves? to)|(?:was|were|been|got) (?:later |then |since |subsequently )?(?:replaced|revised|changed|raised|increased|reduced|lowered|corrected|updated|superseded|moved|bumped|dropped|overridden)|before (?:that|it|being)|originally|initially|previously|at first|in between|for a (?:while|time|moment|spell)|temporarily|briefly|(?:was|is) (?:the |your |my |her |his |their |our )?(?:old|previous|former|original|earlier)|(?:that|which|it) (?:was|is) (?:her|his|the|their|my|our|your|its) (?:old|earlier|former|previous|first)|at the (?:start|beginning|outset)|(?:on|in|from) (?:the|your|my|our|that|an?) (?:earlier|previous|old|first|original|older) (?:list|draft|plan|version|quote|message|figure|estimate|note)|to begin with|earlier|no longer|any ?more|is out|outdated|obsolete|is old)\b|\((?:the )?(?:(?:old|former|previous|superseded|outdated|initial|original|earlier)\b[^)0-9\n]{0,30}|(?:previously|formerly|originally|initially)(?: \w+(?:ed|en|d))?)\))`)
	// fleeting says of a value that it held for some time.
	fleeting  = speech(`^["'”*_)]{0,4}(?: \pL+)?,? (?:(?:only|just) )?(?:for a (?:while|time|moment|spell|bit|few \w+|short \w+|day|week)|temporarily|briefly|in between|for some time)\b`)
	nowBefore = speech(`\b(?:(?:one|figure|number|value|version) that (?:counts|holds|applies|stands)|what (?:counts|holds|applies|stands)|now|currently|changed to|moved to|updated to|raised to|increased to|corrected to|switched to|revised to|` + moves + `(?: \w+){0,4} to|became|becomes|today|by now|current|latest|newest|since then|finally|ended up (?:at|as|with|on)|later|afterwards?|then) ` + within + `$|\b(?:one|figure|number|value|version) that (?:counts|holds|applies|stands)[*_]*: ?[*_$€£]*$`)
	// hadMoved says of what stands behind it that it was so at some time before: "they had cut it to".
	hadMoved = speech(`\bhad (?:\w+ ){0,2}?` + moves + `(?: \w+){0,4} to ` + within + `$`)
	// putBack says that what stands before it was undone.
	putBack = speech(`\b(?:put|moved|switched|changed|brought|took|shifted|set|went|turned) (?:it|that|them|her|him|things)?(?: right)? ?back\b|\b(?:revers|revert|undo|undid|restor)\w*\b`)
	// byNowBehind says of the value before it that it holds now.
	byNowBehind = speech(`^["'”*_)]{0,4}(?: \pL+){0,2} (?:by now|now|today|these days|currently|nowadays|at present)\b`)
	presently   = speech(`\b(?:now|currently|today|these days|by now|current|latest|newest|since then|nowadays|at present) ` + within + `$`)
	movedTo     = speech(`\b(?:` + moves + `|(?:was|were|been|got) (?:carried|taken|brought|handed|passed|put|sent))(?: \w+){0,4} to ` + within + `$`)
	// withdrawn stands between a value and the one that is given instead of it.
	// computed stands before what a sum comes to: "43 people minus 31 adults is 12".
	computed = speech(`\d[^.;\n]{0,60}?(?:\b(?:minus|plus|times|less|divided by|multiplied by|take away|take off|subtract\w*|add\w*)\b|[+×*÷−]| - )(?:[^.;\n]|\.\d){0,60}(?:=|\b(?:is|are|was|makes?|gives?|leaves?|equals?|comes? to|left (?:paying|with)|totals?|totall?ing)\b)[^.;,\n\d]{0,25}$`)
	// itWas leads from a value to the one before it: "2.5 million (before the correction it was 2 million)".
	itWas     = speech(`[(.,;–—]\s*(?:before|prior to|until) (?:that|this|then|the \w+),?(?: (?:(?:it|that|they|he|she|there) (?:was|were|had been|stood at|came to)|[$€£]?\d))`)
	withdrawn = speech(`\b(?:no,? wait|wait,|scratch that|strike that|correction|i mean\b|make that|let me correct|my mistake|apologies|sorry,|on second thought|i misspoke|hold on|ah,? but|oh,? (?:but|wait)|actually,? (?:no|that|it|the|you|i)|checking again|looking again|re-?reading|that['’]s (?:wrong|outdated|the old|not right|old))`)
	overtaken = speech(`→|⇒|->|=>|\b(?:back|again) (?:on|to|at|in|with|for) (?:the )?["'“*_$€£]*$|\bbut\b[^.;\n]*\b(?:in fact|really|actually|in truth|in reality)\b[^.;\n]*$|^[^.;\n]{0,40}\b(?:but (?:it|that|this|you|we|they|then|now|later)\b[^.;\n]{0,60}\b(?:changed|moved|updated|raised|corrected|switched|revised|now|became|later|since)|then (?:changed|moved|updated|raised|corrected|switched|revised|became|to)|later (?:changed|moved|updated|raised|corrected|switched|revised|became|to)|changed to|moved to|updated to|raised to|increased to|corrected to|switched to|revised to|is now|became)\b|^[^.;,\n]{0,40}\bbefore (?:it|that|you|we|they)\b|^[^.\n]{0,30}(?:[,;—–-]|\b(?:and|but))\s*(?:it['’]s |it is |they['’]re |we['’]re |by )?now\b`)
	comesFrom = speech(`\b(?:from|than|instead of|not|over)\s+(?:the )?[$€£*_("]*$`)
)

// What says which of several values is the answer.
var (
	// both joins two values of which none is picked.
	both        = speech(`^(?: \pL+)?,? (?:and|&) [$€£*_]*$`)
	either      = speech(`^["'”*_)]{0,3},? ?(?:[\w'’ ]{0,30} )?(?:or|and/or|versus|vs\.?)(?: [\w'’ ]{0,24})? ?["'“*_($€£#]{0,4}$`)
	picks       = speech(`^[^.\n]{0,20}[.;,—-] ?(?:i['’]d go|i would go|but the|the (?:latter|former|second|first)|most likely|probably|i think)`)
	otherThing  = speech(`\b(?:backup|back-up|spare|other|another|second|secondary|replica|alternative|alternate|fallback|runner-up|neighbou?r\w*|sister|twin|elsewhere|separate(?:ly)?|different|unrelated|someone else|somebody else|deputy|assistant|predecessor)\b`)
	suppose     = speech(`^\s*(?:should|were|had|if) (?:it|they|he|she|we|you|that|this|the)\b[^.;\n]*\bwould\b[^.;\n]*$`)
	settles     = speech(`\b(?:hence|so|therefore|thus|consequently|in the end|eventually|finally|outcome|result|agreed|settled on|decided on|went with|goes? to|stays?|remains?|keep(?: it)? at|it['’]s|is now|ended up|chose|choose|picked)\b[^.;\n]*$`)
	subordinate = speech(`\b(?:because|since|as|although|though|even though|after|despite|in case|unlike|given that|considering|so that|whereas|while|until|till)\b[^.;\n]*$`)
	// subject is a value of which something else is said than what the question asks.
	butThat = speech(`^[^.;\n]{0,50}?,? but (?:i (?:believe|think|suspect) )?(?:that(?: one)?|it)(?:['’]s| is| was) (?:when|where|who|what|for|the)\b`)
	// resumed is a subordinate clause that has ended: "while others go to X, you picked".
	resumed   = speech(`(?:^|[,;.:] ?)\s*(?:because|since|as|although|though|even though|while|whereas|after|despite|unlike|given that|considering)\b(?:[^,;]|,\d)*, (?:you|we|it|they|he|she|i|there|the|that|so)\b[^,;]*$`)
	again     = speech(`\b(?:we|you|they|it|he|she)(?: are| is| were| was| have| has|['’]re|['’]s)(?: (?:now|back|down|up))?(?: (?:at|on|in|to|left with))? (?:the )?[$€£*_]*$|\b(?:it['’]s|it is|that['’]s|they['’]re|is|are|so|then|use|go with)\W*$`)
	leading   = speech(`^\s*(?:since|because|as|although|though|even though|while|with|given that|despite|after) ` + `[^.;\n]*$`)
	chosen    = speech(`^["'”*_)]{0,4}[ :,(—–-]+[*_ ]{0,3}(?:chosen|agreed|selected|decided|final|current|confirmed|(?:and )?use (?:this|that)|the (?:one|winner|choice)|✓|✅|won)\b`)
	concluded = speech(`(?:=|\b(?:total(?:s|ling)?(?: of| is|:)?|makes|equals|c[ao]mes? to|c[ao]mes? out (?:at|to)|gives|leaves|that['’]s|so|so it['’]s|so that['’]s|which is|works out (?:at|to|as)|amounts to|answer(?: is|:)))[ \t*_$€£~≈]*(?:about |roughly |a total of |just )?[*_$€£]*$`)
	concludes = speech(`\b(?:so|therefore|thus|hence|total|altogether|in all|makes?|equals?|answer|comes to|gives|leaves|that['’]s|i['’]d say|now)\b[^.;\n]*$|[=→]\s*[*_$€£]*$`)
)

// What says that another value was preferred, or is as likely.
var (
	// second is what says of a value that it is used if another can't be.
	second      = `(?:fallback|spare|backup|back-up|reserve|runner-up|plan b|second choice|alternative|stopgap|understudy|standby)\b`
	secondRole  = speech(`^["'”*_)]{0,4} (?:\w+ ){0,3}?(?:as|is|are|was|were|stays|remains|kept in|held in) (?:(?:an?|the|only|just|merely|my|your|our|their) )*(?:\w+ )?` + second)
	secondLabel = speech(`\b(?:` + second + `|(?:target|goal|aim)\b)`)
	equally     = speech(`\bjust as (?:possible|likely|plausible)|\bequally (?:possible|likely|plausible)|\bcould (?:just as well|equally|also) be\b`)
)

// What tells clauses apart.
var (
	asserts = speech(`\b(?:brings?|makes?|supplies|sells?|does|plays?|pays?|serves?|works?|teaches|leads?|handles?|builds?|built|makes?|carries|buys?|is|are|was|were|sits?|stands?|goes|takes?|reads?|has|have|holds?|gets?|comes?|belongs?|would|will|isn['’]t|hasn['’]t|lies?|stays?|runs?)\b|:`)
)

// backwards begins a clause that goes on about what was said before.
var backwards = speech(`^\s*(?:it|that|those|these|this|they|he|she|which|its|their|his|her|the latter|all of)\b`)
