package llm_test

import (
	"strings"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

func TestCannedRefusal(t *testing.T) {
	for _, text := range []string{
		"I'm sorry, but I can't assist with that.",
		"I’m sorry, but I can’t assist with that request.",
		"I'm sorry, I can't help with that.",
		"Sorry, I can't help with this request.",
		"I cannot assist with that request.",
		"I'm unable to help with that.",
		"I am unable to assist with this request at this time.",
		"I'm unable to help with requests that involve personal data.",
		"I can't help with creating harmful content.",
		"I'm sorry, but I cannot fulfill your request.",
		"I can’t comply with that request.",
		"As an AI language model, I cannot engage in that.",
		"I apologize, but I can't continue with this.",
		"I'm sorry, but I can't assist with that. If you have any other questions, feel free to ask!",
		"I'm sorry, but I can't help with that because it violates the usage policies.",
		"I must decline this request.",
		"Your request was flagged as potentially violating our usage policy.",
		"This request violates our usage policies. I can't help with that.",
		"I'm sorry, but I can't help you with that, but I'd be happy to help with something else.",
		"**I can't assist with that.**",
		"i'm sorry but i can't help with illegal activities",
	} {
		t.Run(text, func(t *testing.T) { require.True(t, llm.CannedRefusal(text)) })
	}
}

func TestAnswersAreNoCannedRefusals(t *testing.T) {
	for _, text := range []string{
		"",
		"The phone number is 555-0142.",
		"I can't find the phone number.",
		"I'm sorry, but I can't find the phone number in our conversation.",
		"I'm sorry, but I don't have that information.",
		"I'm sorry, but I can't provide that information.",
		"I can't answer that question.",
		"I'm unable to determine the venue's capacity.",
		"I can't recall the budget you mentioned.",
		"I'm sorry, I can't help with the phone number.",
		"I'm unable to help with that because the phone number wasn't mentioned.",
		"I can't help with planning, since no date was given.",
		"I can't help with that, but the budget is $8,500.",
		"I can't assist with that. The owner is Maria Delgado.",
		"Unfortunately, I cannot confirm the date.",
		"I can't process your request without the order number.",
		"She said she can't assist with that request.",
		"The vendor wrote: \"I'm sorry, but I can't assist with that.\" Call Mia instead.",
		"I won't be able to attend.",
		"The request was rejected by the county.",
		"Your request was rejected on May 4.",
		"This content violates the lease.",
		"This violates the policies of the venue.",
		"I decided to decline the offer from Acme.",
		"The request was approved on March 3.",
		"I'm sorry, but I can't assist with that." + strings.Repeat(" If you like, ask me something else.", 12),
	} {
		t.Run(text, func(t *testing.T) { require.False(t, llm.CannedRefusal(text)) })
	}
}
