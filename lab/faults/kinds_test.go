//go:build faults

package faults

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// fault is what becomes of a reply.
type fault func(x *exchange)

// ends says what docs/reliability.md promises of a fault.
type ends string

const (
	passing ends = "passing" // with the same command again everything is as if it had never been
	counted ends = "counted" // as passing, but usage is counted by us, so costs differ
	lasting ends = "lasting" // a delivered answer: its trial may be refused or truncated, its verdict void
)

// kind is a way in which a reply is broken.
type kind struct {
	name string
	ends ends
	does fault
}

func status(code int, body string) fault { return func(x *exchange) { x.fail(code, body) } }

func after(wait string) fault {
	return func(x *exchange) {
		x.w.Header().Set("Retry-After", wait)
		x.fail(http.StatusTooManyRequests, `{"error":{"message":"slow down"}}`)
	}
}

// told answers as ever, with this usage.
func told(usage string) fault {
	return func(x *exchange) { x.say(x.with(x.message(x.text), "stop", usage)) }
}

// said answers with this message.
func said(message, finish string) fault {
	return func(x *exchange) { x.say(x.with(message, finish, x.usage())) }
}

// bytesOf answers with other bytes than the whole reply.
func bytesOf(change func(reply string) string) fault {
	return func(x *exchange) { x.say(change(x.reply())) }
}

var kinds = []kind{
	{"an empty body", passing, bytesOf(func(string) string { return "" })},
	{"half of the JSON", passing, bytesOf(func(s string) string { return s[:len(s)/2] })},
	{"JSON of something else", passing, bytesOf(func(string) string { return `{"a":[1,2,3]}` })},
	{"a web page", passing, bytesOf(func(string) string { return "<html><body>Welcome!</body></html>" })},
	{"another content type", passing, func(x *exchange) {
		x.w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(x.w, x.reply())
	}},
	{"garbage behind the JSON", passing, bytesOf(func(s string) string { return s + "}}garbage" })},
	{"the body twice", passing, bytesOf(func(s string) string { return s + s })},
	{"packed garbage", passing, func(x *exchange) {
		x.w.Header().Set("Content-Encoding", "gzip")
		x.say("\x1f\x8b\x08\x00garbage")
	}},
	{"500", passing, status(500, `{"error":{"message":"oops"}}`)},
	{"502 with a page", passing, status(502, "<html>Bad Gateway</html>")},
	{"503", passing, status(503, "")},
	{"408", passing, status(408, "")},
	{"429", passing, status(429, `{"error":{"message":"slow down"}}`)},
	{"429, back in 2 s", passing, after("2")},
	{"429, back in 2 h", passing, after("7200")},
	{"429, no quota", passing, status(429, `{"error":{"message":"no money","code":"insufficient_quota"}}`)},
	{"400", passing, status(400, `{"error":{"message":"bad request"}}`)},
	{"401", passing, status(401, `{"error":{"message":"bad key"}}`)},
	{"402", passing, status(402, "")},
	{"403", passing, status(403, "")},
	{"404", passing, status(404, `{"error":{"message":"no such model"}}`)},
	{"a redirect", passing, func(x *exchange) {
		x.free = true
		http.Redirect(x.w, x.r, "http://elsewhere.example/v1", http.StatusTemporaryRedirect)
	}},
	{"reset before it was read", passing, func(x *exchange) { x.free = true; x.drop() }},
	{"lost after it was sent", passing, func(x *exchange) { x.drop() }},
	{"reset in the middle of the reply", passing, func(x *exchange) {
		x.w.Header().Set("Content-Length", fmt.Sprint(len(x.reply())))
		_, _ = io.WriteString(x.w, x.reply()[:len(x.reply())/2])
		_ = http.NewResponseController(x.w).Flush()
		panic(http.ErrAbortHandler)
	}},
	{"no content", passing, said(`{"role":"assistant","content":null}`, "stop")},
	{"no message", passing, said(`null`, "stop")},
	{"only reasoning", passing, said(`{"role":"assistant","content":"","reasoning_content":"Let me think."}`, "stop")},
	{"a tool call, though none is offered", passing, said(`{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"find","arguments":"{}"}}]}`, "tool_calls")},
	{"zero-width characters", passing, said(`{"role":"assistant","content":"\u200b\u2060\u202e"}`, "stop")},
	{"control characters and colours", passing, said(`{"role":"assistant","content":"\u001b[31m\u0007\u001b[0m"}`, "stop")},
	{"thoughts without an end", passing, said(`{"role":"assistant","content":"<think>It was said that"}`, "stop")},
	{"an error beside half a reply", passing, func(x *exchange) {
		x.say(strings.Replace(x.with(x.message(x.text[:min(40, len(x.text))]), "stop", x.usage()), "{", `{"error":{"message":"overloaded","code":502},`, 1))
	}},
	{"a second key", passing, func(x *exchange) {
		x.say(strings.Replace(x.reply(), `"content":`, `"Content":"","content":`, 1))
	}},
	{"no choices", passing, func(x *exchange) {
		x.say(fmt.Sprintf(`{"model":"gpt-5-nano","choices":[],"usage":%s}`, x.usage()))
	}},
	{"another model", passing, func(x *exchange) {
		x.say(strings.Replace(x.reply(), fmt.Sprintf(`"model":%q`, x.model), `"model":"another"`, 1))
	}},
	{"a reply of 17 MB", passing, bytesOf(func(string) string { return strings.Repeat(" ", 17<<20) })},
	{"a reply announced with 1 TB", passing, func(x *exchange) {
		x.w.Header().Set("Content-Length", fmt.Sprint(1<<40))
		_ = http.NewResponseController(x.w).Flush()
		panic(http.ErrAbortHandler)
	}},
	{"15 MB of text", passing, func(x *exchange) {
		x.say(x.with(x.message(strings.Repeat("It was said. ", 15<<20/13)), "stop", x.usage()))
	}},
	{"a success without money", passing, func(x *exchange) {
		x.free = true
		x.say(`{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`)
	}},
	{"no usage", counted, func(x *exchange) {
		x.say(strings.Replace(x.reply(), `,"usage":`+x.usage(), "", 1))
	}},
	{"negative usage", counted, told(`{"prompt_tokens":-700,"completion_tokens":-30}`)},
	{"no tokens used", counted, told(`{"prompt_tokens":0,"completion_tokens":0}`)},
	{"usage beyond all numbers", counted, told(`{"prompt_tokens":9223372036854775807,"completion_tokens":9223372036854775807}`)},
	{"usage in words", counted, told(`{"prompt_tokens":"many","completion_tokens":"few"}`)},
	{"cut before a word", counted, said(`{"role":"assistant","content":""}`, "length")},
	{"bytes that are no UTF-8", lasting, bytesOf(func(s string) string { return strings.Replace(s, "1. It was", "1. It \xff\xfe was", 1) })},
	{"cut in the middle", lasting, func(x *exchange) {
		x.say(x.with(x.message(x.text[:len(x.text)/2]), "length", x.usage()))
	}},
	{"a refusal", lasting, said(`{"role":"assistant","content":null,"refusal":"I can't help with that."}`, "stop")},
	{"a filtered reply", lasting, said(`{"role":"assistant","content":""}`, "content_filter")},
	{"a filtered prompt", lasting, status(400, `{"error":{"message":"filtered","code":"content_filter"}}`)},
}
