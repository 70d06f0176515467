// Package match finds in a text what a pattern says: a phrase, an amount, a day, things near each
// other, and what such a text says of a value that holds no more (MarkedOld) or of one that it doesn't
// know (Abstains).
//
// A pattern is data (arena.Pattern); Compile makes a Matcher of it. Another form of pattern is a file
// here, a line in forms, a field of arena.Pattern and the way it stands in a file (package scenarios).
package match
