package read

import "strings"

// Verb reports whether a word can be the verb of a clause: "costs", "is", "reports". Case doesn't matter.
func Verb(word string) bool { return senseOf(word)&(verb|aux) != 0 }

// Auxiliary reports whether a word is a verb that is hardly ever a noun: "is", "will". Case doesn't matter.
func Auxiliary(word string) bool { return senseOf(word)&aux != 0 }

func senseOf(word string) sense { return look(strings.ToLower(word)).sense }
