import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { buy } from '@thumbturn/examples/agent/buy.ts'
import { startCheckoutAgent } from '../src/server.ts'
import { ask, folder, keys, settingsFor } from './situations.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const example = (name: string) => readFileSync(join(root, 'examples/agent', name), 'utf8')
const readCheckoutEntry = <Entry>(config: string) =>
  (JSON.parse(config) as { mcpServers: { checkout: Entry } }).mcpServers.checkout

/** A server without the service, because none of these tests verifies a signature. */
async function started(after: (clean: () => unknown) => void) {
  const data = folder(after)
  const agent = await startCheckoutAgent(settingsFor(data, 'http://localhost:9'))
  after(() => agent.close())
  return agent
}

test('the settings for clients that speak HTTP connect to the tools', async (t) => {
  const agent = await started((clean) => t.after(clean))
  const config = example('http.json').replace('http://localhost:4340', agent.url).replace('<the key>', keys.first)
  const { url, headers } = readCheckoutEntry<{ url: string; headers: Record<string, string> }>(config)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  assert.equal((await client.listTools()).tools.length, 3)
  await client.close()
})

test('the settings for clients that speak stdio connect to the tools', async (t) => {
  const agent = await started((clean) => t.after(clean))
  const config = example('stdio.json').replaceAll('<folder of Thumbturn>/', root).replace('<the key>', keys.first)
  const { command, args, env } = readCheckoutEntry<{ command: string; args: string[]; env: Record<string, string> }>(
    config,
  )
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command, args, env: { ...env, AGENT_URL: agent.url } }))
  assert.equal((await client.listTools()).tools.length, 3)
  await client.close()
})

test('the program that buys gives the user the link, and stops when they decline', async (t) => {
  const agent = await started((clean) => t.after(clean))
  const shown: string[] = []
  const decline = (link: string, text: string) => {
    shown.push(text)
    void ask(`${agent.url}/api/purchases/${link.split('/').at(-1)}/decline`, {})
  }
  const buying = buy({ url: `${agent.url}/mcp`, key: keys.first }, JSON.parse(example('wish.json')), decline)
  await assert.rejects(buying, /The purchase was not confirmed: declined/)
  assert.match(shown[0]!, /^Purchase from Corner Books\n- 2 x Notebook, dotted: 7.50 EUR each/)
})
