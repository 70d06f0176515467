package llm

import "net/url"

// The options by which a model says where it is asked, in the place of its provider's own variables:
// "openai:qwen3?base_url=http://localhost:8000/v1&key_env=VLLM_KEY". A server with a base URL of its own is sent no key but that of the
// variable that key_env names.
const (
	BaseURLOption = "base_url"
	KeyEnvOption  = "key_env"
)

// NotSent are the options of a model that are for us: no provider is sent them.
var NotSent = []string{ServesOption, BaseURLOption, KeyEnvOption}

// option is one of m's options; empty where it isn't given.
func (m Model) option(name string) string {
	values, err := url.ParseQuery(m.Options)
	if err != nil {
		return ""
	}
	return values.Get(name)
}

// Place is where m says that it is asked, and the variable that holds the key; empty where it is its provider's to say.
func (m Model) Place() (baseURL, keyVariable string) {
	return m.option(BaseURLOption), m.option(KeyEnvOption)
}

// Server names who is asked for m: models of one name share a client, its limits and its outages. It is the provider, and for one with a
// place of its own where that is.
func (m Model) Server() string {
	name := m.Provider
	base, variable := m.Place()
	if base != "" {
		name += " at " + base
	}
	if variable != "" {
		name += " by " + variable
	}
	return name
}
