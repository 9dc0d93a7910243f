import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type CheckoutAgent, startCheckoutAgent } from '../src/server.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { call, connect, folder, settingsFor, wish } from './situations.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
let issuer: Issuer
let agent: CheckoutAgent

before(async () => {
  issuer = await startIssuer()
  agent = await startCheckoutAgent(
    settingsFor(
      folder((clean) => after(clean)),
      issuer.application,
    ),
  )
  await issuer.protect(agent.url)
})
after(async () => {
  await agent.close()
  await issuer.close()
})

/** A client that starts the program itself, as desktop clients do. `open` gets the address that the browser opens. */
async function connectByStdio(
  t: TestContext,
  { url, open = issuer.signIn }: { url: string; open?: (address: string) => Promise<unknown> },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const env = { AGENT_URL: url, BROWSER: 'true', PATH: process.env.PATH ?? '' }
  const transport = new StdioClientTransport({ command: process.execPath, args: [main, 'stdio'], env, stderr: 'pipe' })
  transport.stderr?.on('data', (lines: Buffer) => {
    const [, address] = /^Sign in with your browser: (\S+)$/m.exec(lines.toString()) ?? []
    if (address) void open(address)
  })
  t.after(() => client.close())
  await client.connect(transport)
  return client
}

test('a client that speaks stdio only signs its user in, and reaches their purchases and no others', async (t) => {
  const opened: { text: string }[] = []
  const near = await connectByStdio(t, {
    url: agent.url,
    open: async (address) => opened.push(await issuer.signIn(address)),
  })
  assert.deepEqual(
    (await near.listTools()).tools.map(({ name }) => name),
    ['initiate', 'continue', 'complete'],
  )
  assert.deepEqual(
    opened.map(({ text }) => text),
    ['You can close this page and return to your assistant.\n'],
  )

  const { purchaseId, handle } = (await call(near, 'initiate', wish)).data
  const other = await connect(agent.url, await issuer.requestToken(agent.url))
  t.after(() => other.close())
  const claim = { purchaseId, handle, waitSeconds: 0 }
  assert.equal((await call(near, 'continue', claim)).data.state, 'waiting')
  assert.match((await call(other, 'continue', claim)).text, /You have no such purchase/)
  assert.match((await call(near, 'complete', { purchaseId, handle })).text, /has not confirmed yet/)
})

test('responses to another sign-in change nothing', async (t) => {
  const client = await connectByStdio(t, {
    url: agent.url,
    async open(address) {
      const { searchParams } = new URL(address)
      const [callback, state] = [searchParams.get('redirect_uri')!, searchParams.get('state')!]
      const others: Record<string, string>[] = [
        { code: 'x', state: 'another', iss: issuer.application },
        { code: 'x', state, iss: 'http://localhost:9/apps/demo' },
        { code: 'x', state },
        { code: 'x' },
        { error: 'access_denied', iss: issuer.application },
      ]
      for (const query of others) assert.equal((await fetch(`${callback}?${new URLSearchParams(query)}`)).status, 400)
      const malformed = request({ host: '127.0.0.1', port: new URL(callback).port, path: '//' }).end()
      const [{ statusCode }] = (await once(malformed, 'response')) as [IncomingMessage]
      assert.equal(statusCode, 400)
      await issuer.signIn(address)
    },
  })
  assert.equal((await client.listTools()).tools.length, 3)
})

test('a user who denies access is not signed in, and the client learns that', async (t) => {
  const connecting = connectByStdio(t, {
    url: agent.url,
    async open(address) {
      const { searchParams } = new URL(address)
      const denied = { error: 'access_denied', state: searchParams.get('state')!, iss: issuer.application }
      await fetch(`${searchParams.get('redirect_uri')}?${new URLSearchParams(denied)}`)
    },
  })
  await assert.rejects(connecting, /You did not allow access/)
})

test('a stdio client receives an error if no checkout agent is running', async (t) => {
  const connecting = connectByStdio(t, { url: 'http://localhost:9' })
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
