package read

import "strings"

// FNV-1a, the hash of every word here. Words are hashed in lower case while they're scanned, so
// that looking one up needs no copy of it.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// hashed is the hash of a word that is in lower case already.
func hashed(word string) uint64 {
	h := uint64(fnvOffset)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * fnvPrime
	}
	return h
}

// Hash is the hash by which Topic, Keys and Under hold a word: that of its stem, case aside.
func Hash(word string) uint32 {
	return fold(hashed(Stem(strings.ToLower(word))))
}

// fold makes the short hash of the long one.
func fold(h uint64) uint32 { return uint32(h>>32) ^ uint32(h) }

// irregular are the forms that no ending explains, by their stem. Verbs are there since questions
// and statements differ in tense ("how many did we buy" – "bought 40").
var irregular = pairs(`
people=person children=child men=man women=woman feet=foot teeth=tooth mice=mouse geese=goose
knives=knife shelves=shelf halves=half leaves=leave lives=live wives=wife loaves=loaf
bought=buy sold=sell sent=send spent=spend got=get gotten=get gave=give given=give took=take taken=take
went=go gone=go came=come left=leave lost=lose paid=pay said=say told=tell made=make met=meet
kept=keep held=hold led=lead ran=run began=begin begun=begin chose=choose chosen=choose
wrote=write written=write drove=drive driven=drive flew=fly flown=fly grew=grow grown=grow
knew=know known=know threw=throw thrown=throw fell=fall fallen=fall rose=rise risen=rise
broke=break broken=break spoke=speak spoken=speak woke=wake stood=stand sat=sit slept=sleep
brought=bring thought=think taught=teach caught=catch found=find built=build dealt=deal meant=mean
heard=hear felt=feel won=win swapped=swap better=good best=good worse=bad worst=bad
costs=cost cost=cost staff=staff bus=bus buses=bus gas=gas is=be are=be was=be were=be been=be
has=have had=have does=do did=do done=do this=this news=news series=series species=species
`)

func pairs(text string) map[string]string {
	m := map[string]string{}
	for pair := range strings.FieldsSeq(text) {
		form, stem, _ := strings.Cut(pair, "=")
		m[form] = stem
	}
	return m
}

// Stem takes the commonest English endings off a word in lower case, so that "guests" is found by
// "guest" and "ordered" by "order". It is a weak stemmer: two words it joins mean nearly always
// the same, while related words with other endings ("arrive", "arrival") stay apart.
func Stem(word string) string {
	if s, ok := irregular[word]; ok {
		return bare(s)
	}
	for _, own := range []string{"'s", "’s", "'", "’"} {
		if s, ok := strings.CutSuffix(word, own); ok && s != "" {
			return Stem(s)
		}
	}
	n := len(word)
	switch {
	case n > 4 && strings.HasSuffix(word, "ies"):
		return word[:n-3] + "y"
	case n > 4 && hasAny(word, "sses", "shes", "ches", "xes", "zes"):
		return word[:n-2]
	case n > 3 && word[n-1] == 's' && !hasAny(word, "ss", "us", "is"):
		return bare(word[:n-1])
	case n > 5 && strings.HasSuffix(word, "ied"):
		return word[:n-3] + "y"
	case n > 4 && strings.HasSuffix(word, "ed") && hasVowel(word[:n-2]):
		return bare(undouble(word[:n-2]))
	case n > 5 && strings.HasSuffix(word, "ing") && hasVowel(word[:n-3]):
		return bare(undouble(word[:n-3]))
	}
	return bare(word)
}

// bare drops a silent e, so that "moved" and "move" meet at "mov".
func bare(word string) string {
	if n := len(word); n > 3 && word[n-1] == 'e' {
		return word[:n-1]
	}
	return word
}

// undouble makes "plan" of "plann", but keeps "call" and "miss".
func undouble(word string) string {
	n := len(word)
	if n > 3 && word[n-1] == word[n-2] && !strings.ContainsRune("lsfz", rune(word[n-1])) {
		return word[:n-1]
	}
	return word
}

func hasVowel(word string) bool { return strings.ContainsAny(word, "aeiouy") }

func hasAny(word string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(word, e) {
			return true
		}
	}
	return false
}
