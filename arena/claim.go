package arena

// Claim is what the document that proposed a strategy says of it, beside what was found.
type Claim struct{ Says, Found string }

// Claiming is a Strategy that was proposed with claims.
type Claiming interface{ Claims() []Claim }
