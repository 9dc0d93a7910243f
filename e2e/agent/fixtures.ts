import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Page } from '@playwright/test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { startDemos } from '../demos.ts'
import { anotherMachine } from '../device.ts'
import { test as base, expect } from '../fixtures.ts'
import { end, root } from '../running.ts'
import { openAccount } from '../shop/situations.ts'

const program = 'apps/agent/src/main.ts'

/** A wallet and a checkout agent that sends users to it. */
export type Checkout = { agent: string; wallet: string }

/** The shared test with a wallet and a checkout agent next to the service, and an assistant whose user has signed in. */
export const test = base.extend<object, { checkout: Checkout; assistant: Client }>({
  checkout: [
    async ({ thumbturn }, use) => {
      const AGENT_PORT = String(await findFreePort())
      const demos = await startDemos(thumbturn, ['wallet'], { AGENT_PORT })
      const { wallet } = demos.addresses
      const env = {
        ...process.env,
        AGENT_PORT,
        AGENT_APPLICATION: `${thumbturn.url}/apps/wallet`,
        AGENT_PAGE: `${wallet}/purchase`,
        DATA_DIR: thumbturn.data,
      }
      const child = spawn(process.execPath, [program], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      await use({ agent: `http://localhost:${AGENT_PORT}`, wallet })
      await end(child, 'SIGTERM')
      await demos.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ checkout }, use) => use(checkout.wallet),
  assistant: [
    async ({ browser, checkout }, use) => {
      const { page } = await anotherMachine(browser, checkout.wallet)
      await openAccount(page)
      const client = await connect(checkout.agent, page)
      await use(client)
      await client.close()
      await page.context().close()
    },
    { scope: 'worker' },
  ],
})

const redirectUrl = 'http://127.0.0.1/callback'

/** Connects an assistant by the MCP SDK's client, whose user signs in at a page and allows it. */
async function connect(agent: string, page: Page): Promise<Client> {
  const kept: { verifier?: string; discovery?: OAuthDiscoveryState; tokens?: OAuthTokens; address?: URL } = {}
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl] },
    clientInformation: () => ({ client_id: 'checkout-bridge' }),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (discovery) => void Object.assign(kept, { discovery }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    codeVerifier: () => kept.verifier ?? '',
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    redirectToAuthorization: (address) => void Object.assign(kept, { address }),
  }
  const client = new Client({ name: 'e2e', version: '1' })
  const createTransport = () => new StreamableHTTPClientTransport(new URL(`${agent}/mcp`), { authProvider })
  const transport = createTransport()
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
  await page.route(`${redirectUrl}?*`, (route) => route.fulfill({ body: 'You can close this page' }))
  await signInAndAllow(page, kept.address!.href)
  await expect(page.getByText('You can close this page')).toBeVisible()
  await transport.finishAuth(new URL(page.url()).searchParams)
  await client.connect(createTransport())
  return client
}

/** Opens an authorization request in a browser with a passkey of the wallet, and allows it. */
async function signInAndAllow(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Prepare purchases, which you confirm with your passkey')).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** A stdio-only assistant, which starts the program itself. Its user signs in at a page. */
export async function assistantByStdio({ agent }: Checkout, page: Page): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1' })
  const env = { AGENT_URL: agent, BROWSER: 'true', PATH: process.env.PATH ?? '' }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'stdio'],
    cwd: root,
    env,
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (lines: Buffer) => {
    const [, address] = /^Sign in with your browser: (\S+)$/m.exec(lines.toString()) ?? []
    if (address) void signInAndAllow(page, address)
  })
  await client.connect(transport)
  return client
}

export { expect } from '../fixtures.ts'
