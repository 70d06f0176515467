// LlamaIndex's memory: facts that the model extracts of what the newest messages have no room for, and these messages.
import { Settings } from '@llamaindex/core/global'
import { createMemory, factExtractionBlock } from '@llamaindex/core/memory'
import { ask, serve } from './arena.mjs'

Settings.tokenizer = { encode: (text) => ({ length: Math.ceil(text.length / 4) }), decode: () => '' } // its own loads a table at each start

const llm = { complete: async ({ prompt }) => ({ text: await ask(prompt) }) }
let memory

const known = async () => ({ memory: (await memory.getLLM()).map((m) => m.content).join('\n') })

await serve({
  start() {
    memory = createMemory({
      tokenLimit: 2000, shortTermTokenLimitRatio: 0.2,
      memoryBlocks: [factExtractionBlock({ id: 'facts', priority: 1, isLongTerm: true, llm, maxFacts: 200 })],
    })
  },
  async observe({ role, text }) {
    await memory.add({ role: role === 'user' ? 'user' : 'assistant', content: role + ': ' + text }) // its prompt leaves the role out
    return known()
  },
  recall: known,
})
