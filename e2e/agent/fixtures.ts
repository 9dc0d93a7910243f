import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { startDemos } from '../demos.ts'
import { test as base } from '../fixtures.ts'
import { end, root } from '../running.ts'

const program = 'apps/agent/src/main.ts'
const key = 'k'.repeat(40)

/** A wallet and a checkout agent that sends users to it. */
export type Checkout = { agent: string; wallet: string }

/** The shared test with a wallet and a checkout agent next to the service, and a connected assistant. */
export const test = base.extend<{ assistant: Client }, { checkout: Checkout }>({
  checkout: [
    async ({ thumbturn }, use) => {
      const AGENT_PORT = String(await findFreePort())
      const demos = await startDemos(thumbturn, ['wallet'], { AGENT_PORT })
      const { wallet } = demos.addresses
      const env = {
        ...process.env,
        AGENT_PORT,
        AGENT_KEYS: `assistant=${key}`,
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
  assistant: async ({ checkout }, use) => {
    const client = new Client({ name: 'e2e', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${checkout.agent}/mcp`), { requestInit }))
    await use(client)
    await client.close()
  },
})

/** A stdio-only assistant, which starts the program itself. */
export async function assistantByStdio({ agent }: Checkout): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1' })
  const env = { AGENT_URL: agent, AGENT_KEY: key }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'stdio'], cwd: root, env }),
  )
  return client
}

export { expect } from '../fixtures.ts'
