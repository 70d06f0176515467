// LangChain's ConversationSummaryBufferMemory: a summary that the model rewrites, and the newest messages as they were.
import { ConversationSummaryBufferMemory } from '@langchain/classic/memory'
import { ChatOpenAI } from '@langchain/openai'
import { serve } from './arena.mjs'

// It fetches the tokenizer's ranks from the network.
class Chat extends ChatOpenAI {
  async getNumTokens(text) { return Math.ceil(text.length / 4) }
}

let memory

const known = async () => ({ memory: (await memory.loadMemoryVariables({})).history })

await serve({
  start({ base_url: baseURL, api_key: apiKey, model }) {
    const llm = new Chat({ model, apiKey, maxRetries: 0, configuration: { baseURL } })
    memory = new ConversationSummaryBufferMemory({ llm, maxTokenLimit: 400 })
  },
  async observe({ role, text }) {
    if (text) await (role === 'user' ? memory.chatHistory.addUserMessage(text) : memory.chatHistory.addAIMessage(text))
    await memory.prune()
    return known()
  },
  recall: known,
})
