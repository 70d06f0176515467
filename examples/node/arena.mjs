// The protocol of Context Arena for Node: serve({start, observe, recall}), each a function of its message.
import { createInterface } from 'node:readline'

// Standard output is for answers alone.
console.log = console.info = console.debug = console.error

// serve answers until the input ends. The clock stands at the newest message's time, so that a library which puts today's date
// into its prompts asks the same tomorrow.
export async function serve(memory) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line)
    if (params.at) stop(new Date(params.at).getTime())
    let answer
    try {
      answer = { result: (await memory[method](params)) ?? {} }
    } catch (e) {
      console.error(e)
      answer = { error: { code: -32000, message: String(e?.message ?? e) } }
    }
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\n')
  }
  process.exit() // libraries leave timers behind
}

// ask is the trial's model, for what brings no client of its own.
export async function ask(prompt) {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = process.env
  const reply = await fetch(OPENAI_BASE_URL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + OPENAI_API_KEY },
    body: JSON.stringify({ model: OPENAI_MODEL, messages: [{ role: 'user', content: prompt }] }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()).choices[0].message.content
}

const RealDate = Date

function stop(ms) {
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, args) => new real(...(args.length ? args : [ms])),
    apply: () => new RealDate(ms).toString(),
    get: (real, name) => (name === 'now' ? () => ms : real[name]),
  })
}
