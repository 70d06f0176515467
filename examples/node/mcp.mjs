// An MCP memory server: the model says what is observed of what, the server keeps the graph, and all of it is recalled.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ask, serve } from './arena.mjs'

const dir = mkdtempSync(join(tmpdir(), 'mcp-'))
process.on('exit', () => rmSync(dir, { recursive: true }))
const server = fileURLToPath(new URL('node_modules/@modelcontextprotocol/server-memory/dist/index.js', import.meta.url))
const client = new Client({ name: 'arena', version: '1' })

async function tool(name, args) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  if (isError) throw new Error(content[0].text)
  return content[0].text
}

async function known() { // its search finds a whole question only where it stands word for word
  const { entities } = JSON.parse(await tool('read_graph', {}))
  return { memory: entities.flatMap((e) => e.observations.map((o) => `${e.name}: ${o}`)).join('\n') }
}

const form = '{"facts": [{"entity": "the door", "type": "thing", "fact": "Its code is 4711."}]}'
let said = []

await serve({
  start: () => client.connect(new StdioClientTransport({ command: process.execPath, args: [server], env: { MEMORY_FILE_PATH: join(dir, 'memory.jsonl') } })),
  async observe({ role, text }) {
    if (said.push(`${role}: ${text}`) < 4) return
    const reply = await ask(`Say what is worth remembering of these messages, as JSON like ${form}\n\n<messages>\n${said.join('\n')}\n</messages>`)
    said = []
    for (const { entity, type, fact } of JSON.parse(reply).facts) {
      await tool('create_entities', { entities: [{ name: entity, entityType: type, observations: [] }] })
      await tool('add_observations', { observations: [{ entityName: entity, contents: [fact] }] })
    }
    return known()
  },
  recall: known,
})
