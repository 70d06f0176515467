package words

// compass are the letters of the points of the compass.
var compass = map[string]string{"N": "north", "S": "south", "E": "east", "W": "west"}

// oriented are what has a side that a point of the compass names.
var oriented = Set(`gate wall ramp corner side end door entrance exit wing tower bank stairs staircase stair shore aisle stand lot
	field slope edge entry porch yard platform fence hall room bay dock pier`)

// orient reads a letter before a side of something as the point of the compass it stands for: the N wall is the north wall.
func (t *Text) orient() {
	for i := range t.tokens {
		word := compass[t.raw(i)]
		if word == "" || t.Glued(i) && (t.alnum(i-1) || t.Is(i-1, '\'')) || t.Glued(i+1) && !t.Is(i+1, '.') {
			continue
		}
		next := i + 1
		if t.Is(next, '.') && t.Glued(next) {
			next++
		}
		if t.kind(next) != letters || !oriented[t.Word(next)] {
			continue
		}
		id, ok := t.ids[word]
		if !ok {
			id = t.enter(word)
		}
		t.tokens[i].word = id
	}
}
