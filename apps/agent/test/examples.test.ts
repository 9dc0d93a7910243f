import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { buy } from '@thumbturn/examples/agent/buy.ts'
import { type CheckoutAgent, startCheckoutAgent } from '../src/server.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { ask, folder, settingsFor } from './situations.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const example = (name: string) => readFileSync(join(root, 'examples/agent', name), 'utf8')
const readCheckoutEntry = <Entry>(config: string) =>
  (JSON.parse(config) as { mcpServers: { checkout: Entry } }).mcpServers.checkout

let issuer: Issuer
let agent: CheckoutAgent
let authProvider: OAuthClientProvider

before(async () => {
  issuer = await startIssuer()
  agent = await startCheckoutAgent(
    settingsFor(
      folder((clean) => after(clean)),
      issuer.application,
    ),
  )
  await issuer.protect(agent.url)
  authProvider = createProvider(await issuer.requestToken(agent.url))
})
after(async () => {
  await agent.close()
  await issuer.close()
})

/** Of a client whose user has signed in. */
const createProvider = (token: string): OAuthClientProvider => ({
  redirectUrl: 'http://127.0.0.1/callback',
  clientMetadata: { redirect_uris: [] },
  clientInformation: () => ({ client_id: 'test' }),
  tokens: () => ({ access_token: token, token_type: 'Bearer' }),
  saveTokens: () => assert.fail('there are tokens'),
  redirectToAuthorization: () => assert.fail('there are tokens'),
  saveCodeVerifier: () => assert.fail('there are tokens'),
  codeVerifier: () => assert.fail('there are tokens'),
})

test('the settings for clients that speak HTTP connect to the tools', async () => {
  const { url } = readCheckoutEntry<{ url: string }>(example('http.json').replace('http://localhost:4340', agent.url))
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }))
  assert.equal((await client.listTools()).tools.length, 3)
  await client.close()
})

test('the settings for clients that speak stdio connect to the tools', async () => {
  const config = example('stdio.json').replaceAll('<folder of Thumbturn>/', root)
  const { command, args } = readCheckoutEntry<{ command: string; args: string[] }>(config)
  const client = new Client({ name: 'test', version: '1' })
  const env = { AGENT_URL: agent.url, BROWSER: 'true', PATH: process.env.PATH ?? '' }
  const transport = new StdioClientTransport({ command, args, env, stderr: 'pipe' })
  transport.stderr?.on('data', (lines: Buffer) => {
    const [address] = /http\S+/.exec(lines.toString()) ?? []
    if (address) void issuer.signIn(address)
  })
  await client.connect(transport)
  assert.equal((await client.listTools()).tools.length, 3)
  await client.close()
})

test('the program that buys gives the user the link, and stops when they decline', async () => {
  const shown: string[] = []
  const decline = (link: string, text: string) => {
    shown.push(text)
    void ask(`${agent.url}/api/purchases/${link.split('/').at(-1)}/decline`, {})
  }
  const buying = buy({ url: `${agent.url}/mcp`, authProvider }, JSON.parse(example('wish.json')), decline)
  await assert.rejects(buying, /The purchase was not confirmed: declined/)
  assert.match(shown[0]!, /^Purchase from Corner Books\n- 2 x Notebook, dotted: 7.50 EUR each/)
})
