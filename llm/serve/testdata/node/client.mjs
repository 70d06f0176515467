// What the official client makes of the endpoint. The test tells the addresses of two: "url" keeps
// to its script, "busy" answers every second request or so with 429.
import assert from "node:assert/strict";
import OpenAI from "openai";

const { url, busy, token } = JSON.parse(process.env.ENDPOINTS);
const client = new OpenAI({ baseURL: url, apiKey: token, maxRetries: 0 });
const ask = (more = {}) => ({ model: "sim:nano", messages: [{ role: "user", content: "Where?" }], ...more });

// The models.
const ids = [];
for await (const m of client.models.list()) ids.push(m.id);
assert.deepEqual(ids, ["local", "sim:nano"]);
assert.equal((await client.models.retrieve("sim:nano")).object, "model");

// A chat, with what it used and its request's id.
const whole = await client.chat.completions.create(ask({ max_completion_tokens: 50, temperature: 0, seed: 7 }));
assert.equal(whole.choices[0].message.content, "In Paris <é>.");
assert.equal(whole.choices[0].message.refusal, null);
assert.equal(whole.choices[0].finish_reason, "stop");
assert.deepEqual([whole.usage.prompt_tokens, whole.usage.completion_tokens, whole.usage.total_tokens], [7, 3, 10]);
assert.equal(whole._request_id, whole.id);

// A stream, read chunk by chunk.
let text = "", chunks = 0, usage;
const stream = await client.chat.completions.create(ask({ stream: true, stream_options: { include_usage: true } }));
for await (const c of stream) {
  chunks++;
  text += c.choices[0]?.delta.content ?? "";
  usage = c.usage ?? usage;
}
assert.equal(text, "In Paris <é>.");
assert.ok(chunks > 4, `${chunks} chunks`);
assert.equal(usage.total_tokens, 10);

// The same, put together by the client.
const helped = await client.chat.completions.stream(ask()).finalChatCompletion();
assert.equal(helped.choices[0].message.content, "In Paris <é>.");

// Log-probabilities.
const probs = await client.chat.completions.create(ask({ logprobs: true, top_logprobs: 2 }));
const first = probs.choices[0].logprobs.content[0];
assert.deepEqual([first.token, first.logprob, first.top_logprobs.length], ["In", -0.25, 2]);
assert.deepEqual(probs.choices[0].logprobs.content[1].bytes, [...Buffer.from(" Paris <é>.")]);

// JSON by a schema, parsed by the client.
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };
const parsed = await client.chat.completions.parse(ask({ response_format: { type: "json_schema", json_schema: { name: "place", strict: true, schema } } }));
assert.deepEqual(JSON.parse(parsed.choices[0].message.content), { city: "Paris" });

// A tool that has to be called, whole and streamed.
const tools = [{ type: "function", function: { name: "place", parameters: schema } }];
for (const tool_choice of ["required", { type: "function", function: { name: "place" } }]) {
  const calling = ask({ tools, tool_choice });
  for (const got of [await client.chat.completions.create(calling), await client.chat.completions.stream(calling).finalChatCompletion()]) {
    assert.equal(got.choices[0].finish_reason, "tool_calls");
    const [call] = got.choices[0].message.tool_calls;
    assert.deepEqual([call.function.name, JSON.parse(call.function.arguments)], ["place", { city: "Paris" }]);
  }
}
await assert.rejects(client.chat.completions.create(ask({ tools })), (e) => e instanceof OpenAI.BadRequestError && e.param === "tools");

// Embeddings: as base64, which is what the client asks for by itself, and as numbers.
const embedded = await client.embeddings.create({ model: "local", input: ["abc", "d"] });
assert.deepEqual(embedded.data.map((e) => [...e.embedding]), [[3, 0.5], [1, 0.5]]);
const numbers = await client.embeddings.create({ model: "local", input: "abc", encoding_format: "float" });
assert.deepEqual(numbers.data[0].embedding, [3, 0.5]);

// Errors have the classes of OpenAI's.
await assert.rejects(client.chat.completions.create(ask({ model: "gpt-4" })), (e) => e instanceof OpenAI.NotFoundError && e.code === "model_not_found");
await assert.rejects(client.chat.completions.create(ask({ top_p: 0.5 })), (e) => e instanceof OpenAI.BadRequestError && e.param === "top_p");
const stranger = new OpenAI({ baseURL: url, apiKey: "sk-wrong", maxRetries: 0 });
await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);

// It tries again after 429, and gives up without retries.
const patient = new OpenAI({ baseURL: busy, apiKey: "none", maxRetries: 20 });
let struck = 0;
for (let i = 0; i < 6; i++) {
  const content = `Try ${i}`;
  const got = await patient.chat.completions.create(ask({ messages: [{ role: "user", content }] }));
  assert.equal(got.choices[0].message.content, "In Paris <é>.");
}
const hasty = new OpenAI({ baseURL: busy, apiKey: "none", maxRetries: 0 });
for (let i = 0; i < 20 && !struck; i++) {
  await hasty.chat.completions.create(ask({ seed: i })).catch((e) => {
    assert.ok(e instanceof OpenAI.RateLimitError);
    struck++;
  });
}
assert.equal(struck, 1);

// A call that is aborted.
const gone = new AbortController();
gone.abort();
await assert.rejects(client.chat.completions.create(ask(), { signal: gone.signal }), OpenAI.APIUserAbortError);

console.log("all well");
