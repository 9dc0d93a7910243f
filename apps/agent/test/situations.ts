import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Running } from '@thumbturn/e2e/running.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '@thumbturn/testkit'
import { readSettings } from '../src/settings.ts'

/** URL of the wallet's page. No page runs in these tests; they make its calls. */
export const walletOrigin = 'http://localhost:4330'

/** The purchase of the examples. */
export const wish = {
  merchant: 'Corner Books',
  payer: 'ada@example.com',
  currency: 'EUR',
  items: [
    { name: 'Notebook, dotted', quantity: 2, unitAmount: 750 },
    { name: 'Pen', quantity: 1, unitAmount: 320 },
  ],
}

export function folder(after: (clean: () => void) => void): string {
  const made = mkdtempSync(join(tmpdir(), 'thumbturn-agent-'))
  after(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** Settings of an agent on a free port with its own data, for the users of an application. */
export const settingsFor = (data: string, application: string, more: Record<string, string> = {}) =>
  readSettings({
    AGENT_PORT: '0',
    AGENT_PAGE: `${walletOrigin}/purchase`,
    AGENT_APPLICATION: application,
    DATA_DIR: data,
    ...more,
  })

/** An MCP client with its own session. */
export async function connect(
  url: string,
  token: string,
  client = new Client({ name: 'test', version: '1' }),
): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}

export type ToolResult = { isError: boolean; text: string; data: Record<string, string> }

/** Calls a tool and parses its result. */
export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<ToolResult> {
  return readToolResult((await client.callTool({ name, arguments: args })) as CallToolResult)
}

export function readToolResult({ isError = false, content, structuredContent }: CallToolResult): ToolResult {
  const [first] = content
  return {
    isError,
    text: first?.type === 'text' ? first.text : '',
    data: (structuredContent ?? {}) as Record<string, string>,
  }
}

/** A response of the purchase API. */
export type Answer = { status: number; body: Record<string, string>; headers: Headers }

export async function ask(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const json = { 'content-type': 'application/json', origin: walletOrigin, ...headers }
  const response = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers: json, body: JSON.stringify(body) },
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
}

/** Creates an application; the running service knows it within a second. */
export async function makeApplication({ command, url }: Running, id: string): Promise<void> {
  command('app', 'create', id, '--rp-id', 'localhost', '--origin', walletOrigin)
  while (!(await fetch(`${url}/apps/${id}/fido2/v2/.well-known/jwks.json`)).ok) await pause(50)
}

/** The access token of an assistant that acts for itself, at a service that runs as a program. */
export async function requestMachineToken({ command, url }: Running, agentUrl: string, id: string): Promise<string> {
  const resource = `${agentUrl}/mcp`
  const settings = ['--type', 'machine', '--set', `resources=${resource}`, '--set', 'scopes=purchase']
  const { secret } = command('client', 'create', 'wallet', '--id', id, '--name', id, ...settings) as { secret: string }
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'purchase', resource })
  const response = await fetch(`${url}/apps/wallet/openid/token`, { method: 'POST', headers: { authorization }, body })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { access_token: string }).access_token
}

/** A user with a passkey at the wallet. */
export type User = { app: string; username: string; device: SoftwareAuthenticator; token: string }

export async function registerUser({ url }: Running, username: string, app = 'wallet'): Promise<User> {
  const api = `${url}/apps/${app}/fido2/v2`
  const device = createSoftwareAuthenticator({ origin: walletOrigin })
  const user = { username, usernameType: 'other', displayName: username }
  const started = await ask(`${api}/reg/init`, { app: { id: app }, user, deviceInfo: {} })
  const options = (started.body as unknown as { registrationRequestOptions: Parameters<typeof device.create>[0] })
    .registrationRequestOptions
  const done = await ask(`${api}/reg/complete`, {
    session: started.body.session,
    creationResult: device.create(options),
  })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return { app, username, device, token: done.body.jwtAccess! }
}

/** Does the page's part: the user signs a text. Returns what the page sends then. */
export async function sign(
  { url }: Running,
  { app, username, device }: User,
  { text, purchaseId, attempt = 'attempt-1' }: { text: string; purchaseId: string; attempt?: string },
): Promise<{ token: string; attempt: string }> {
  const api = `${url}/apps/${app}/fido2/v2`
  const nonce = `${purchaseId}.${attempt}`
  const started = await ask(`${api}/tx/init`, { username, txType: 'raw', txPayload: text, nonce })
  const options = (started.body as unknown as { assertionOptions: Parameters<typeof device.get>[0] }).assertionOptions
  const { credentialId: keyHandle, clientDataJSON: clientData, authenticatorData, signature } = device.get(options)
  const done = await ask(`${api}/tx/complete`, {
    session: started.body.session,
    keyHandle,
    clientData,
    authenticatorData,
    signature,
  })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return { token: done.body.token!, attempt }
}
