package reply

import "regexp"

// within is what may stand between a mark and a value: no end of a sentence, clause or line.
const (
	within = `[^.;:|\n,()—]*?`
	few    = `(?:[\w'’$€£"*~&/-]+ ){0,3}[$€£"'“*_(~#]{0,3}`
)

func speech(expr string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + expr) }

// What denies the value behind it, or before it.
var (
	denies = speech(`(?:\b(?:not|isn['’]t|wasn['’]t|aren['’]t|weren['’]t|never|neither|nor|don['’]t|doesn['’]t|didn['’]t|won['’]t|no longer|without|minus|cannot be|can['’]t be|couldn['’]t be) ` + few +
		`|\b(?:rather than|instead of|as opposed to|other than|except(?: for)?|excluding|unlike|contrary to|ruled out|ruling out|rules out|rejected|dropped|dropping|scrapped|discarded|declined|turned down|passed on|decided against|voted against|against|abandoned|cancelled|canceled|vetoed|skip|skipped|skipping|avoid(?:ed|ing)?|forget|ignore|mis(?:heard|read|taken|stated)(?: as)?|confus\w+ (?:it |that |this )?with|mix\w* (?:it |that |this |up )*with|mistak\w+ (?:it |that |this )?for|replac(?:es|ed|ing)|supersed(?:es|ed|ing)|in place of|talk of|(?:chose|choose|chosen|picked|preferred|won|favou?red|prevailed)\b[^.;\n]{0,40} over)\b ` + few + `|\b(?:rather than|instead of|not aware (?:of|that)|no sign (?:of|that)) (?:[\w'’$€£"*~&/-]+ ){0,7}[$€£"'“*_(~#]{0,3})$`)
	denied = speech(`^[)"'”*_]{0,4}(?: \([^()\n]{0,40}\))?,?(?:\s+\w+){0,3}?\s+(?:(?:is|was|are|were|has|have|had|does|do|did|would|will|can|could)(?:n['’]t| not| never)\b|never\b|(?:is|was|were|got|been) (?:\w+ )?(?:ruled out|rejected|dropped|wrong|incorrect|scrapped|cancelled|canceled|declined|withdrawn|discarded|out of the running|off the table|vetoed|abandoned|turned down|a (?:typo|mistake|red herring|misreading|mix-up))\b|(?:fell|falls) through|lost out|didn['’]t make|(?:had|has|have) no\b|can['’]t be right|not (?:mentioned|given|stated|listed|confirmed|involved|chosen|it|the one|selected|used)\b|(?:would|could|might) have\b)|^["'”*_)]{0,4}:[^.\n]{0,50}\b(?:dropped|rejected|ruled out|discarded|hated|scrapped|too (?:dear|expensive|costly|slow|small|far)|off the table|not chosen|no longer|vetoed|turned down|never seriously|declined|voted down|cancell?ed)\b|^[^.;\n]{0,40}\b(?:(?:was|were|is|are|got|been|being|one of them,?) (?:\w+ )?(?:voted down|dropped|taken away|struck|removed from|scrapped|abandoned|gone\b|shot down|overruled)|(?:i|we|you|they)(?:['’]d| would|['’]ve| have)? rule[d]? out|struck from|taken off)\b`)
	// affirmed is a negation that leaves the value as it is.
	affirmed = speech(`^[^.;\n]{0,60}?(?:n['’]t|not|never)(?: been| yet| be| since| ever| officially| formally)* (?:chang\w+|mov\w+|revis\w+|correct\w+|updat\w+|supersed\w+|overrid\w+|replac\w+|confirm\w+|alter\w+|adjust\w+|touch\w+|only|just|far|includ\w+|count\w+|contradict\w+|sure|certain|finali\w+|a (?:guess|problem))\b`)
	// softened is a "not" that denies nothing of what follows.
	softened = speech(`\bnot (?:yet )?(?:entirely |completely |fully |100 ?% |absolutely |totally )?(?:sure|certain|clear|confident|positive|only|just|later than|before|more than|less than|far from|counting|including|to mention|to be confused with [^,.;\n]{0,60},)\b|\bif i['’]m not mistaken\b|\bcorrect me if i['’]m not\b|\bwhy not\b|\bno problem\b|\bnot bad\b|\bwithout (?:a )?doubt\b|\bdon['’]t forget\b|\b(?:don['’]t|do not) (?:see|find|have|recall|remember) (?:any(?:thing)? (?:later|newer|more recent)[^,;.]*|any (?:change|update|correction)[^,;.]*)`)
)

// What says that a value isn't known.
var (
	unknown      = speech(`\b(?:no (?:mention|record|trace|sign|word|reference|note|talk|confirmation)|nothing (?:about|on|regarding|called|named|like|says)|nobody (?:said|mentioned|named)|(?:don['’]t|do not|didn['’]t|can['’]t|cannot|couldn['’]t|no way to) (?:see|find|have|recall|remember|know|confirm|say|verify|tell)) (?:[\w'’]+ ){0,5}[$€£"'“*_(]{0,3}$`)
	unknownAfter = speech(`^[)"'”*_]{0,4}(?: [\w'’]+){0,4} (?:doesn['’]t (?:appear|come up|ring)|(?:isn['’]t|wasn['’]t|hasn['’]t been|was never|is not|was not|has not been|is never) (?:mentioned|named|in (?:my|the|our)|something|stated|given|recorded|listed|brought up|confirmed as)|never (?:came|comes) up)`)
)

// What asks.
var (
	whether = speech(`\b(?:whether|if|you asked (?:about|for|if|whether)|you['’]re asking (?:about|if|whether)|your question (?:about|is)|did you mean|do you mean) ` + within + `$`)
	tag     = speech(`(?:, (?:right|no|correct|yes|isn['’]t it|wasn['’]t it)|\b(?:does that|is that|shall|should i|would you|do you|want me|anything else|need|can i)\b[^?]*)\?["')*_ \n]*$`)
)

// What says that a value is old, if another one is given.
var (
	oldBefore = speech(`(?:\b(?:had been|used to be|previously|prior|former(?:ly)?|original(?:ly)?|initial(?:ly)?|earlier|older?|past|before|started (?:out |off )?(?:as|at|with|on|in|from)|began (?:as|at|with|on)|at first|first (?:said|told|gave|planned|quoted|mentioned|set)|you (?:first|originally|initially) (?:said|told|gave|planned|wanted|mentioned)|up from|down from|away from|(?:chang|mov|rais|increas|reduc|lower|extend|updat|revis|correct|switch|shift|adjust|bump|push|swapp?|upgrad|cut)\w*(?: \w+){0,3} from|from|replac(?:es|ed|ing)|supersed(?:es|ed|ing)|outdated|obsolete|stale)\b ` + within + `|\((?:was|old|previously|formerly|earlier|originally)\W[^)\n]*)$`)
	wasBefore = speech(`\b(?:was|were)\b ` + within + `$`)
	cleft     = speech(`\bit (?:was|were) ["'“*_($€£]{0,4}$`)
	movedOn   = speech(`\bfrom\b[^.;\n]*(?:\bto\b|→|->|\buntil\b|\bthrough\b)`)
	oldNote   = speech(`^[\s*_]*(?:the |an? |it |at |in |this |my |your )?(?:earlier|previous(?:ly)?|old(?:er)?|original(?:ly)?|initial(?:ly)?|former(?:ly)?|first|was|had been|before|prior|used to|up from|down from|replac\w+|supersed\w+|no longer)\b`)
	oldItem   = speech(`^[\s*_•-]*(?:the )?(?:first|at first|old|earlier|before|previous(?:ly)?|original(?:ly)?|initial(?:ly)?|former(?:ly)?|first (?:draft|plan|version|quote|appraisal|estimate))[\s*_]*[:=(]`)
	oldAfter  = speech(`^[)"'”*_]{0,4}` + within + `(?:→|⇒|->|=>|\b(?:changed to|moved to|updated to|raised to|increased to|corrected to|switched to|revised to|reduced to|cut to|bumped to|pushed to|became|is now|(?:was|were|been|got) (?:later |then |since |subsequently )?(?:replaced|revised|changed|raised|increased|reduced|lowered|corrected|updated|superseded|moved|bumped|dropped|overridden)|before (?:that|it|you|the|we|being)|originally|initially|previously|at first|at the (?:start|beginning|outset)|to begin with|earlier|no longer|any ?more|is out|outdated|obsolete|is old)\b|\((?:old|former|previous|superseded|outdated|was|initial|original|earlier)\b)`)
	nowBefore = speech(`\b(?:now|currently|changed to|moved to|updated to|raised to|increased to|corrected to|switched to|revised to|became|becomes|today|by now|current|latest|newest|since then|ended up (?:at|as|with|on)|later|afterwards?|then) ` + within + `$`)
	// withdrawn stands between a value and the one that is given instead of it.
	withdrawn = speech(`\b(?:no,? wait|wait,|scratch that|strike that|correction|i mean\b|make that|let me correct|my mistake|apologies|sorry,|on second thought|i misspoke|hold on|actually,? (?:no|that|it|the|you|i)|checking again|looking again|re-?reading|that['’]s (?:wrong|outdated|the old|not right|old))`)
	overtaken = speech(`→|⇒|->|=>|^[^.;\n]{0,40}\b(?:but (?:it|that|this|you|we|they|then|now|later)\b[^.;\n]{0,60}\b(?:changed|moved|updated|raised|corrected|switched|revised|now|became|later|since)|then (?:changed|moved|updated|raised|corrected|switched|revised|became|to)|later (?:changed|moved|updated|raised|corrected|switched|revised|became|to)|changed to|moved to|updated to|raised to|increased to|corrected to|switched to|revised to|is now|now|became|before (?:it|that|you|we|they)\b)\b`)
)

// What says which of several values is the answer.
var (
	either      = speech(`^["'”*_)]{0,3},? ?(?:[\w'’ ]{0,30} )?(?:or|and/or|versus|vs\.?)(?: [\w'’ ]{0,24})? ?["'“*_($€£#]{0,4}$|^["'”*_)]{0,3} ?/ ?["'“*_($€£]{0,3}$`)
	picks       = speech(`^[^.\n]{0,20}[.;,—-] ?(?:i['’]d go|i would go|but the|the (?:latter|former|second|first)|most likely|probably|i think)`)
	otherThing  = speech(`\b(?:backup|back-up|spare|other|another|second|secondary|replica|alternative|alternate|fallback|runner-up|neighbou?r\w*|sister|twin|elsewhere|separate(?:ly)?|different|unrelated|someone else|somebody else|deputy|assistant|predecessor)\b`)
	subordinate = speech(`\b(?:because|since|as|although|though|even though|after|despite|in case|unlike|given that|considering|so that|whereas|while|until|till)\b[^.;\n]*$`)
	// subject is a value of which something else is said than what the question asks.
	subject   = speech(`^["'”*_)]{0,4},? (?:stands out[^.;\n]{0,40}|(?:is|was|are|were|(?:that|it|which|this)(?: one)?(?:['’]s| is| was)|marks) (?:when|where|who|what|why|how|for|the (?:day|date|time|place|one|name|number|figure|person|amount|room|price) (?:on which|when|where|who|that|of|for|at which|in which)|reserved for|taken by|set aside for|meant for))\b`)
	butThat   = speech(`^[^.;\n]{0,50}?,? but (?:i (?:believe|think|suspect) )?(?:that(?: one)?|it)(?:['’]s| is| was) (?:when|where|who|what|for|the)\b`)
	leading   = speech(`^\s*(?:since|because|as|although|though|even though|while|with|given that|despite|after) ` + `[^.;\n]*$`)
	chosen    = speech(`^["'”*_)]{0,4}[ :,(—–-]+[*_ ]{0,3}(?:chosen|agreed|selected|decided|final|current|confirmed|the (?:one|winner|choice)|✓|✅|won)\b`)
	concluded = speech(`(?:=|\b(?:total(?:s|ling)?(?: of| is|:)?|makes|equals|comes to|comes out (?:at|to)|gives|leaves|that['’]s|so it['’]s|so that['’]s|which is|works out (?:at|to|as)|amounts to|answer(?: is|:)))[ \t*_$€£~≈]*(?:about |roughly |a total of |just )?[*_$€£]*$`)
	concludes = speech(`\b(?:so|therefore|thus|hence|total|altogether|in all|makes?|equals?|answer|comes to|gives|leaves|that['’]s|i['’]d say|now)\b[^.;\n]*$|[=→]\s*[*_$€£]*$`)
)
