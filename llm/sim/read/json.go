package read

import (
	"encoding/json"
	"strconv"
	"strings"
)

// json makes pieces of the JSON text s, "path key: value" for each leaf. It changes nothing and
// says false if s isn't an object or array in JSON.
func (b *blocks) json(s string) bool {
	if last := s[len(s)-1]; last != '}' && last != ']' || len(s) < 4 || !json.Valid([]byte(s)) {
		return false
	}
	w := walker{text: s, b: b}
	n := len(b.out)
	w.value("", 0, false)
	if len(b.out) == n {
		return false // nothing but numbers or marks in brackets
	}
	return true
}

// walker reads JSON that is known to be valid.
type walker struct {
	text string
	at   int
	b    *blocks
}

// deepest bounds the nesting whose keys are followed.
const deepest = 24

func (w *walker) space() byte {
	for w.at < len(w.text) && (w.text[w.at] <= ' ' || w.text[w.at] == ',' || w.text[w.at] == ':') {
		w.at++
	}
	if w.at == len(w.text) {
		return '}'
	}
	return w.text[w.at]
}

// value reads the next value. It gives the text of a string, number or truth value, and adds the
// leaves of anything else. Elements of an array are named by their own name, title or id, since
// their place in the array says nothing.
func (w *walker) value(path string, depth int, inside bool) (scalar string, ok bool) {
	switch w.space() {
	case '{':
		w.at++
		w.object(path, depth, inside)
		return "", false
	case '[':
		w.at++
		var list []string
		for w.space() != ']' && w.at < len(w.text) {
			if s, ok := w.value(path, depth+1, true); ok && s != "" {
				list = append(list, s)
			}
		}
		w.at++
		if len(list) > 0 && path != "" {
			w.b.leaf(path, strings.Join(list, ", "))
		}
		return "", false
	case '"':
		return w.string(), true
	}
	start := w.at
	for w.at < len(w.text) && strings.IndexByte(",]} \t\r\n", w.text[w.at]) < 0 {
		w.at++
	}
	switch s := w.text[start:w.at]; s {
	case "true":
		return "yes", true
	case "false":
		return "no", true
	case "null":
		return "", true
	default:
		return s, true
	}
}

func (w *walker) string() string {
	start := w.at
	for w.at++; w.text[w.at] != '"'; w.at++ {
		if w.text[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	s := w.text[start:w.at]
	if strings.IndexByte(s, '\\') < 0 {
		return s[1 : len(s)-1]
	}
	s, _ = strconv.Unquote(strings.ReplaceAll(s, `\/`, "/"))
	return s
}

// naming are the keys whose value names the object it stands in.
var naming = map[string]bool{"name": true, "title": true, "id": true, "item": true, "label": true, "product": true, "sku": true}

func (w *walker) object(path string, depth int, inside bool) {
	var leaves []string // keys and texts in turn
	subject, start := "", len(w.b.out)
	for w.space() != '}' && w.at < len(w.text) {
		key := w.string()
		inner := path
		if depth < deepest {
			inner = strings.TrimSpace(path + " " + keyWords(key))
		}
		s, ok := w.value(inner, depth+1, false)
		if !ok {
			continue
		}
		leaves = append(leaves, key, s)
		if subject == "" && naming[strings.ToLower(key)] {
			subject = s
		}
	}
	w.at++
	nested := append([]piece(nil), w.b.out[start:]...)
	w.b.out = w.b.out[:start]
	for i := 0; i < len(leaves); i += 2 {
		key, s := leaves[i], leaves[i+1]
		switch {
		case subject == "":
			w.b.leaf(strings.TrimSpace(path+" "+keyWords(key)), s)
		case s != subject:
			w.b.leaf(strings.TrimSpace(subject+" "+keyWords(key)), s)
		case !inside || len(leaves) == 2:
			w.b.leaf(strings.TrimSpace(path+" "+keyWords(key)), s)
		}
	}
	w.b.out = append(w.b.out, nested...)
}

// leaf adds a labelled value. An empty one says nothing.
func (b *blocks) leaf(label, text string) {
	if text = plain(text); text != "" {
		b.out = append(b.out, piece{text: labelled("", plain(label), text), heading: b.heading(), speaker: b.speaker, listed: true})
	}
}

// keyWords makes words of a key: guest_count and guestCount become "guest count".
func keyWords(key string) string {
	if strings.ContainsAny(key, "_-.") {
		return strings.TrimSpace(strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(key))
	}
	var s []byte
	for i := range len(key) {
		if i > 0 && isUpper(key[i]) && !isUpper(key[i-1]) && isWordByte(key[i-1]) {
			s = append(s, ' ', key[i]+'a'-'A')
			continue
		}
		s = append(s, key[i])
	}
	return string(s)
}
