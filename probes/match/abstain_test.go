package match

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	badge    = "What is the courier's badge number?"
	florist  = "Who is the florist for the wedding?"
	when     = "When does the roof inspection take place?"
	cost     = "How much did the permit cost?"
	room     = "Which room was the workshop moved to?"
	phone    = "What is the landlord's phone number?"
	chairs   = "How many chairs were ordered for the hall?"
	manager  = "Who is Priya's manager?"
	visit    = "What day is the follow-up appointment?"
	key      = "Where is the spare key kept?"
	decision = "Which of the two vendors was chosen in the end?"
)

// Replies as people and models write them. Those under "abstains" say that the answer isn't known.
var replies = []struct {
	question string
	abstains []string
	answers  []string
}{
	{badge, []string{
		"I don't know.",
		"A badge number for the courier never came through.",
		"There's a van 14 and there's a date, May 3, but nobody has said which badge he wears.",
		"You never gave it, so perhaps it's still to be settled.",
		"You never mentioned it. It may be printed on the packing slip.",
		"I don’t know the courier’s badge number.",
		"I do not have that information.",
		"Sorry, Ben, I don't have the courier's badge number.",
		"The courier's badge number was not mentioned in our conversation.",
		"**Not specified.**",
		"Unknown",
		"N/A",
		"n/a.",
		"Badge number: unknown",
		"Courier: Ben Hollis\nVan plate: KX-1042\nBadge number: not recorded",
		"You haven't told me the courier's badge number.",
		"You haven't mentioned a badge number for the courier. You only told me that his van's plate is KX-1042.",
		"There's no record of a badge number for the courier in my notes.",
		"No badge number was given for the courier.",
		"I have no record of it.",
		"The conversation doesn't say what the courier's badge number is.",
		"I couldn't find a badge number for the courier anywhere in our conversation. If you share it, I can note it down for next time.",
		"The courier is Ben Hollis, but his badge number isn't mentioned.",
		"Based on the information provided, the courier's badge number is not stated.",
		"I don't have a badge number on file for the courier. You'd probably need to check with NorthPost directly.",
		"I'm not able to find the courier's badge number in what you've shared so far.",
		"That isn't something you've told me.",
		"It never came up.",
		"We never discussed the courier's badge number, so I can't say.",
		"There is no mention of a badge number.",
		"No idea, sorry! You never told me.",
		"The badge number is unknown.",
		"The badge number hasn't been provided.",
		"I don't know: nothing in this conversation tells.",
		"My notes don't include the courier's badge number. They do have his phone, (212) 555-0147.",
		"I wasn't given the courier's badge number.",
		"There isn't enough information to determine the courier's badge number.",
		"That detail isn't in the conversation. Could you tell me?",
		"I can't answer that: the badge number was never shared.",
		"I'm afraid I don't know that one; it was not part of what we talked about.",
		"It is not something we covered.",
		"I don't recall you giving me a badge number for the courier.",
		"Nothing about that in my notes.",
		"The summary mentions the courier's van (plate KX-1042) but does not mention a badge number.",
		"I do not see any badge number for the courier in the messages above. If you can share it, I'd be happy to record it.",
		"Unfortunately, I don't have any details on the courier's badge number.",
		"I'd be guessing, since you never told me the number.",
		"idk, you didn't say",
		"I checked our whole conversation and there's nothing on the courier's badge.",
		"That information was not included in the details you gave me.",
		"I only have the courier's name (Ben Hollis) and phone number (212-555-0147) — no badge number.",
		"No badge number on record.",
		"I don't see that in our conversation history.",
		"Hmm, you've mentioned Ben's phone but his badge number hasn't come up.",
		"The courier's badge number has not been specified in the context.",
		"I'm sorry, but I don't have access to that information.",
		"Not provided.",
		"There was no badge number mentioned in the conversation.",
		"It is not mentioned.",
		"The provided conversation contains no information about a courier's badge number.",
		"You mentioned a delivery reference (NP-2231), but that's a shipment number rather than the courier's badge number, which wasn't provided.",
		"I'm not seeing a badge number for the courier.",
		"Courier badge number: not available in the notes.",
		"None mentioned.",
		"- Courier's badge number: Not stated",
		"From the conversation so far: the courier's badge number was never shared. The only ID on file is the parcel number 8841.",
		"I can't determine it from what was shared.",
		"I haven't got that written down anywhere.",
		"You told me about the parcel number 8841 and the locker code, but you have not told me a badge number.",
		"That's not something that was mentioned; the closest thing I have is the parcel number, 8841.",
		"My records are silent on that.",
	}, []string{
		"4471",
		"The courier's badge number is 4471.",
		"I don't know who told you, but it's 42.",
		"I don't know who issued it, but the badge number is 4471.",
		"I can't say (but it's 4471).",
		"It's 4471, though I don't know whether that is still valid.",
		"I'm not entirely sure, but it's probably 4471.",
		"It isn't stated outright, but I'd guess 4471.",
		"The badge number was not mentioned recently. It is NP-4471.",
		"4471 (I have no record of who issued it).",
		"I can't confirm this, but the badge number appears to be 4471.",
		"I'm not sure whether it's 4471 or 4417.",
		"Badge number: 4471 (not confirmed by NorthPost, as far as I know)",
		"NP-4471. No other badge was mentioned.",
		"I don't have the exact one, only that it's 44-something, maybe 4471.",
		"Could you tell me the badge number?",
		"You would need to ask NorthPost.",
		"",
		"I have noted that.",
		"The badge number is 8841.",
		"8841 is the only number that was mentioned, so the courier's badge number is 8841.",
		"The courier, Ben Hollis, wears badge 8841. No other details were given.",
		"I believe the badge number is 8841, but I don't have full certainty.",
		"It was 8841, unless I'm not remembering correctly.",
		"Although it was not stated directly, the badge number seems to be NP-2231.",
		"**8841**\n\n(You didn't say when it was issued.)",
		"I don't know if he told you, however his badge says 8841.",
	}},
	{florist, []string{
		"You haven't said who the florist is.",
		"No florist has been named yet.",
		"The florist isn't specified; only the caterer, Oak & Thyme, was named.",
		"I'm not sure. The conversation mentions the caterer and the band, but never a florist.",
		"I don't believe you've told me who the florist is.",
		"Nobody has mentioned a florist for the wedding.",
		"There's no information about the florist.",
		"It's unclear who the florist is.",
		"The notes do not name a florist.",
		"As far as I can tell, a florist was never mentioned. Would you like me to add one?",
		"The florist wasn't named, just that they're based in Leeds.",
		"We haven't settled on a florist in this chat, so I don't have a name.",
		"There is no florist mentioned. The cake is by Sugar Lane and the photos by Mira.",
		"I don't have a florist listed for the wedding. Other suppliers listed: Oak & Thyme (catering), Sugar Lane (cake).",
	}, []string{
		"The florist is Petal Works.",
		"Petal Works",
		"You never told me who recommended them, but the florist for the wedding is Petal Works.",
		"I don't know for certain. I think it's Oak & Thyme.",
		"Not mentioned explicitly, but presumably the caterer does the flowers too.",
		"Probably your sister. You didn't say.",
		"Oak & Thyme. It wasn't stated, though.",
		"Oak & Thyme — you didn't say anything about another florist.",
		"It's Sugar Lane. I don't know who the backup is.",
		"Sugar Lane is doing the flowers; I have no contact name.",
		"You never specified, so I'll assume it is Sugar Lane.",
	}},
	{when, []string{
		"The date of the roof inspection hasn't been mentioned.",
		"I don't have a date for the roof inspection. The plumbing inspection is on March 3, though.",
		"No date was given for the roof inspection.",
		"You didn't mention when the roof inspection takes place.",
		"The inspection date is not known at this point.",
		"To be determined: you said nothing about a date for it.",
		"That cannot be determined from the conversation.",
		"I have no information on when the roof inspection takes place.",
		"There's no date for the roof inspection yet; the survey was on May 3.",
		"I only know about the boiler service on 12 June. The roof inspection's date wasn't mentioned.",
		"Unknown. You asked me to remind you about it, but gave no date.",
	}, []string{
		"The roof inspection takes place on March 3.",
		"I don't know the time, but the roof inspection takes place on March 3.",
		"March 3. I have no record of the time.",
		"It's on Tuesday, but I don't know at what time.",
		"You haven't told me the inspector's name; the inspection of the roof takes place on 4 May.",
		"I'm not certain, but it should be next Tuesday.",
		"On 12 June, as far as I remember, though I can't find the note.",
		"The inspector hasn't confirmed the time, but it's on 12 June.",
	}},
	{cost, []string{
		"I don't know how much the permit cost.",
		"You mentioned that the permit was approved on May 3, but not what it cost.",
		"The permit fee was never stated. The deposit was $500.",
		"The cost of the permit is unspecified.",
		"I can't tell you: there is no figure for the permit in what you gave me.",
		"There's no cost listed for the permit.",
		"I lack that information.",
		"The price of the permit isn't in the conversation. The total renovation budget is $40,000.",
		"I don't have a record of the permit's cost. The contractor quoted $12,400 for the work itself.",
		"You said the permit 'wasn't cheap' but never gave an amount.",
	}, []string{
		"The permit cost $40.",
		"The exact figure isn't given, but it would be around $40.",
		"I don't know why, but the permit cost forty dollars.",
		"Nothing. It was free.",
		"$40, but I don't have the receipt.",
		"I don't know about the others, but the permit was $85.",
		"It cost $85. You never mentioned the inspection fee.",
		"No exact price was given; something like $80 to $90.",
	}},
	{room, []string{
		"You didn't say which room it was moved to.",
		"The new room wasn't specified.",
		"I don't have any record of the workshop being moved.",
		"There is no mention of the workshop moving to another room.",
		"I'm unable to say; the conversation leaves that open.",
		"You mentioned that it had to move, but you didn't mention where to.",
	}, []string{
		"The workshop was moved to the east annex.",
		"I'm not sure why, but it was moved to Room 4.",
		"It's the east annex, if I recall. I don't know the floor.",
		"I don't remember exactly. My best guess is the library.",
		"The library. I have no information on the floor.",
		"I don't have the room number, but it's on the second floor next to the library.",
	}},
	{decision, []string{
		"The conversation doesn't indicate which vendor was chosen.",
		"No decision was recorded.",
		"It hasn't been decided as far as I know; you never told me which vendor you chose.",
		"I'm not aware of a final choice between the two vendors.",
		"As of our last exchange no vendor had been picked, at least none that you told me about.",
		"I don't have the outcome of that decision.",
	}, []string{
		"Brightline was chosen.",
		"I don't know the reasons, but of the two vendors Brightline was chosen in the end.",
		"You never said so outright, but I believe Brightline won.",
		"You went with Brightline. You didn't tell me the price.",
	}},
	{phone, []string{
		"I don't have the landlord's phone number in our conversation.",
		"The landlord's phone number wasn't shared. You gave me the agency's number, (212) 555-0147.",
		"The only phone number you've given me is the agency's: (212) 555-0147. I have nothing for the landlord himself.",
		"No phone number for the landlord has been provided so far.",
		"Not mentioned in the conversation.",
		"I can't find one. You mentioned emailing him, but no phone number appears.",
		"You haven't shared it with me yet — want to add it?",
	}, []string{
		"(212) 555-0147",
		"The landlord can be reached at (212) 555-0147. I don't have an email for him.",
		"You didn't label it, but the number you gave was (212) 555-0147, so that's probably his.",
	}},
	{chairs, []string{
		"The number of chairs isn't specified.",
		"You ordered 12 tables, but the number of chairs was left open.",
		"I know that 12 tables were ordered; I have no figure for chairs.",
		"Unspecified.",
		"I don't see a count for chairs anywhere in what you've told me.",
	}, []string{
		"48 chairs. The colour wasn't specified.",
		"Probably 48, given 12 tables, although the number was never stated.",
		"There were forty-eight chairs ordered, I'm not sure about the tables.",
	}},
	{manager, []string{
		"Priya's manager isn't named in the conversation.",
		"You mentioned that Priya works with Tomas in logistics, but you never said who manages her.",
		"I'm not certain who Priya reports to.",
		"I have no record of who manages Priya; Tomas is her colleague.",
		"Unknown — the org chart you described stops at Priya.",
	}, []string{
		"Tomas is Priya's manager.",
		"It isn't entirely clear, but Tomas seems to be Priya's manager.",
	}},
	{visit, []string{
		"The follow-up date was not given. Your first visit was on May 4.",
		"You said you'd let me know the date, but haven't yet.",
	}, []string{
		"May 18. I don't have a time.",
		"The follow-up appointment is on Thursday, but I don't know with which doctor.",
		"It's in two weeks; the exact day wasn't mentioned.",
	}},
	{key, []string{
		"You haven't told me where the spare key is kept.",
		"I don't know where the spare key is, only that your sister has had one before.",
		"The location of the spare key was never discussed.",
		"I'm sorry, I don't have any information about a spare key.",
		"That's not in my notes. The shed key hangs by the back door.",
	}, []string{
		"Under the blue flowerpot. I have no record of any other key.",
		"It's with the neighbour, though you didn't say which one.",
	}},
}

func TestAbstains(t *testing.T) {
	n := 0
	for _, c := range slices.Concat(replies, elliptical) {
		for _, reply := range c.abstains {
			words, ok := Abstains(c.question, reply)
			assert.True(t, ok, "%s %s: taken for an answer: %q", c.question, reply, words)
			require.NotEmpty(t, words)
			n++
		}
		for _, reply := range c.answers {
			words, ok := Abstains(c.question, reply)
			assert.False(t, ok, "%s %s: taken for an abstention: %q", c.question, reply, words)
			n++
		}
	}
	require.Greater(t, n, 200)
}

func FuzzAbstains(f *testing.F) {
	for _, c := range slices.Concat(replies, elliptical) {
		f.Add(c.question, c.abstains[0])
		f.Add(c.question, c.answers[0])
	}
	f.Add("\xff", "I don't know \xff’ N/A 🙂")
	f.Fuzz(func(t *testing.T, question, reply string) {
		words, ok := Abstains(question, reply)
		if ok {
			require.NotEmpty(t, words)
			require.Contains(t, plainSpeech.Replace(reply), words)
		}
		again, same := Abstains(question, reply)
		require.Equal(t, words, again)
		require.Equal(t, ok, same)
		_, padded := Abstains(question, "  "+reply+"\n")
		require.Equal(t, ok, padded, "blanks around a reply change nothing")
	})
}

func BenchmarkAbstains(b *testing.B) {
	reply := strings.Repeat("The summary mentions the van but does not mention a badge number. ", 4)
	for b.Loop() {
		Abstains(badge, reply)
	}
}

// Replies that leave out what was said before, or say it by what else there is.
var elliptical = []struct {
	question string
	abstains []string
	answers  []string
}{
	{badge, []string{
		"The phone number is in your notes, the badge number isn't.",
		"He's named in the log; his badge number is not.",
		"His van was mentioned, the badge was not.",
		"I have his phone number, but no badge number for him.",
		"You gave me his name, never a badge number.",
		"You told me that he wears a badge and not which number it has.",
		"The badge number isn't among them.",
		"His badge number isn't in anything you sent me.",
		"You gave no badge number, only a phone number.",
		"You've told me about the van and nothing more about him.",
		"His badge is a blank to me.",
		"As to the courier's badge number, our conversation has nothing.",
		"There's a word on the van and not a word about his badge.",
		"That's something you've kept to yourself so far.",
		"I'm not aware of the badge number ever having been mentioned; perhaps it's in the delivery report.",
	}, []string{
		"The courier has no phone, and his badge number is 8841.",
		"The van isn't in your notes, the badge number is 8841.",
		"8841, and nothing more about him is known.",
	}},
	{cost, []string{
		"You said who issued the permit, not what it cost.",
		"I have the permit's date and no figure for its cost.",
	}, []string{
		"It cost $85, not what you feared.",
		"You gave no receipt, but the permit cost $85.",
	}},
	{key, []string{
		"Where the spare key is kept isn't in my log.",
		"The front door's code is in your notes, the spare key isn't.",
	}, []string{
		"It isn't in the drawer; it's under the mat.",
	}},
	{phone, []string{
		"His name is on file, the phone number isn't.",
	}, []string{"555-0147, and no other number for him."}},
	{manager, []string{
		"You named her team, but never her manager.",
	}, []string{
		"Not Odo; her manager is Ines.",
	}},
}
