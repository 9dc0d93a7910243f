import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { startCheckoutAgent } from '../src/server.ts'
import { call, connect, folder, keys, settingsFor, wish } from './situations.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A client that starts the program itself, as desktop clients do. */
async function connectByStdio(t: TestContext, env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'stdio'], env, stderr: 'pipe' }),
  )
  t.after(() => client.close())
  return client
}

test('a client that speaks stdio only reaches the same purchases with the same key, and no others', async (t) => {
  const DATA_DIR = folder((clean) => t.after(clean))
  const agent = await startCheckoutAgent(settingsFor(DATA_DIR, 'http://localhost:9'))
  t.after(() => agent.close())
  const near = await connectByStdio(t, { AGENT_URL: agent.url, AGENT_KEY: keys.first, DATA_DIR })
  assert.deepEqual(
    (await near.listTools()).tools.map(({ name }) => name),
    ['initiate', 'continue', 'complete'],
  )

  const { purchaseId, handle } = (await call(near, 'initiate', wish)).data
  const [same, other] = [await connect(agent.url, keys.first), await connect(agent.url, keys.second)]
  t.after(() => Promise.all([same.close(), other.close()]))
  const claim = { purchaseId, handle, waitSeconds: 0 }
  assert.equal((await call(same, 'continue', claim)).data.state, 'waiting')
  assert.match((await call(other, 'continue', claim)).text, /You have no such purchase/)
  assert.match((await call(near, 'complete', { purchaseId, handle })).text, /has not confirmed yet/)
})

test('a stdio client receives an error if no checkout agent is running', async (t) => {
  const DATA_DIR = folder((clean) => t.after(clean))
  const connecting = connectByStdio(t, { AGENT_URL: 'http://localhost:9', AGENT_KEY: keys.first, DATA_DIR })
  await assert.rejects(connecting, /The checkout agent at http:\/\/localhost:9 does not answer/)
})

test('the program says in words what is wrong with its settings, and ends', async () => {
  const child = spawn(process.execPath, [main], { env: { AGENT_PORT: 'many' }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 1)
  assert.match(said, /These settings are not right:\n {2}AGENT_PORT/)
})
