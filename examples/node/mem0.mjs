// mem0: facts that the model extracts from each exchange, found again by embeddings, words and entities.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from './arena.mjs'

const dir = mkdtempSync(join(tmpdir(), 'mem0-'))
process.on('exit', () => rmSync(dir, { recursive: true }))
process.env.MEM0_DIR = dir // where it keeps an identity of its user
process.env.MEM0_TELEMETRY = 'false'
const { Memory } = await import('mem0ai/oss') // which reads them as it is loaded

const user = { userId: 'user' }
let mem0, said = []

async function take() {
  await mem0.add(said, user)
  said = []
}

await serve({
  start({ base_url: baseURL, api_key: apiKey, model }) {
    mem0 = new Memory({
      llm: { provider: 'openai', config: { apiKey, baseURL, model } },
      embedder: { provider: 'openai', config: { apiKey, baseURL, model: 'embedding' } },
      vectorStore: { provider: 'memory', config: { dimension: 1024, dbPath: ':memory:' } }, // it would expect 1,536
      disableHistory: true, // the messages before would be sorted by the clock
    })
  },
  async observe({ role, text }) {
    if (role === 'user' && said.length) await take()
    if (text) said.push({ role: role === 'user' ? 'user' : 'assistant', content: text })
    if (role === 'assistant' && said.length > 1) await take()
  },
  async recall({ query }) {
    const { results } = await mem0.search(query, { filters: { user_id: user.userId }, topK: 20 })
    return { memory: results.map((r) => '- ' + r.memory).join('\n') }
  },
})
