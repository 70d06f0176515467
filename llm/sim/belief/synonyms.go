package belief

import (
	"strings"

	"contextarena.internal/llm/sim/read"
)

// circles are words that stand for one thing in everyday English: what one of them asks, another
// may have stated. They are few and broad, as in a pocket thesaurus.
var circles = circlesOf(`
travel fly trip journey travelling
cost price fee charge pay paid rate expensive bill
phone mobile cell telephone call ring reach dial
live house home address lives moved
meet meeting gather assemble
married wife husband spouse marry wedding
boss manager report chief head lead reports supervisor superior
captain skipper leader lead
make maker made build built manufacturer producer produce
car vehicle van lorry truck minibus bus coach
colour color paint shade
begin start kick open starts opens
end finish finished through
buy purchase order bought acquire
job profession living work occupation trade
stand place put located site kept keep lives sits stored stands standing
arrive arrival land due
leave depart departure departs set
weigh weight heavy kilo kilos
name called call named title
guest attendee visitor attendees visitors
company firm vendor supplier business outfit
supply supplier deliver provide from
mail email e-mail
plan plans planned
sum amount money
kid child kids children youngster
mentor teach train coach mentoring
delivery delivered deliver arrive
inspection inspect check inspector
toilet lavatory loo restroom bathroom wc
doctor physician gp surgeon
drug medicine medication tablet pill tablets pills
allergy allergic
hurt injury injured pain ache
surgery operation operated operate
lawyer attorney solicitor counsel
sick ill illness disease
eat meal lunch dinner food supper
drink beverage
room chamber
flat apartment
lift elevator
autumn fall
film movie
shop store
rubbish garbage trash waste
holiday vacation leave
petrol gas fuel
hire rent lease rental
lend loan borrow lending lent
owe debt owed
pay payment paid pays
save discount reduction rebate
grant funding fund funds
budget funds
tax duty vat
profit gain earnings
insurance insurer cover insured
contract agreement deal
permit licence license permission
rule regulation limit
limit maximum cap ceiling threshold
minimum least floor
length long
height tall high
width wide across
depth deep
speed fast rpm pace
distance far
empty vacant free
broken dead failed fault broke
fix repair mend repaired
replace swap substitute exchange
stop halt cease end
cancel scrap drop abandon cut cancelled scrapped
delay postpone later postponed delayed
move shift relocate moved
allow permitted let allowed permit
ban forbid prohibit banned forbidden
vote ballot voted poll
choose pick select decide opt settle
win won winner winning
lose lost loss
team squad side crew group
match game fixture play
player member
goalkeeper keeper
coach trainer
teacher instructor tutor
pupil student learner
friend mate pal
mother mum mom mam
father dad
parent mother father
brother sibling
sister sibling
grandmother grandma gran granny
grandfather grandpa grandad
grown-up adult adults grown-ups
baby infant newborn
boat ship vessel
plane flight aircraft
train rail railway
airport terminal
hotel inn lodging motel
key lock padlock
door gate entrance
street road lane avenue
town city village
garden yard allotment
tree trees orchard
animal pet
dog puppy
cat kitten
device gadget unit
tool equipment gear
picture painting photo image
paper document sheet
letter note message
password code pin passcode
plate registration
ticket pass
prize reward award
steal stolen stole theft
fight quarrel argument
culprit traitor guilty thief
repay payback return owe
neighbour neighbor
partner colleague
staff employee worker volunteers
customer client patron
host presenter
speak speaker talk speech
sing singer singing
band musicians music
cake pastry
flavour flavor taste
freezer fridge refrigerator
oven stove cooker
cupboard cabinet closet
shelf rack
`)

func circlesOf(lines string) map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		for _, w := range words {
			s := read.Stem(w)
			for _, o := range words {
				if o != w {
					m[s] = append(m[s], o)
				}
			}
		}
	}
	return m
}
