// Package words recognises what a text says without knowing what it is about: tokens, blocks, amounts
// with their units, dates, times of day, sentences, names of people.
//
// A Text is read once (Read). It knows its tokens, which are numbered from 0: runs of letters, runs of
// digits, and marks. Functions of a token that doesn't exist say no, or are empty. The tokens stand in
// blocks: paragraphs, list items, table rows, headings.
//
// It is pure and imports no other room, so that all may use it. It knows English.
package words
