import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { hostHeaderValidation } from '@modelcontextprotocol/express'
import { createThumbturn } from '@thumbturn/node'
import { requireAccess, serveMetadata } from '@thumbturn/node/express'
import type { ProtectedResource } from '@thumbturn/node/resource'
import express, { type Express } from 'express'
import { rateLimit } from 'express-rate-limit'
import { identifyCaller, protectTools, rejectPages } from './http/callers.ts'
import { purchaseApi } from './http/purchase-api.ts'
import { welcome } from './http/welcome.ts'
import { createSessions, type Sessions } from './mcp/sessions.ts'
import { createCheckoutServer } from './mcp/tools.ts'
import { Ledger } from './purchases/ledger.ts'
import { createOrderFile } from './purchases/orders.ts'
import type { Settings } from './settings.ts'

/** A running checkout agent; `url` has no trailing slash. */
export type CheckoutAgent = { url: string; close(): Promise<void> }

/** Starts the agent; resolves once it listens. `now` in milliseconds since 1970, by default the machine's clock. */
export async function startCheckoutAgent(settings: Settings, now: () => number = Date.now): Promise<CheckoutAgent> {
  const { AGENT_PORT, AGENT_HOST, AGENT_MINUTES, AGENT_PAGE: page, DATA_DIR } = settings
  const placeOrder = createOrderFile(join(DATA_DIR, 'orders.jsonl'))
  const ledger = new Ledger({ lifeMs: AGENT_MINUTES * 60_000, placeOrder, now })
  const sessions = createSessions((caller) => createCheckoutServer({ ledger, page }, caller))
  const server = createServer()
  await listen(server, AGENT_PORT, AGENT_HOST)
  const { port } = server.address() as { port: number }
  const url = settings.AGENT_URL ?? `http://localhost:${port}`
  server.on('request', createApp({ settings, url, ledger, sessions }))
  return {
    url: `http://localhost:${port}`,
    async close() {
      server.close()
      await sessions.close()
      server.closeAllConnections()
    },
  }
}

type Parts = { settings: Settings; url: string; ledger: Ledger; sessions: Sessions }

function createApp({ settings, url, ledger, sessions }: Parts): Express {
  const { AGENT_APPLICATION, AGENT_PAGE: page } = settings
  const documentation = new URL('/ai/mcp/checkout-agent/', AGENT_APPLICATION).href
  const app = express().disable('x-powered-by')
  app.use(hostHeaderValidation(['localhost', '127.0.0.1', '[::1]', new URL(url).hostname]))
  app.get(['/', '/mcp'], welcome(documentation))
  addTools(app, sessions, protectTools({ ...settings, documentation }, url))
  app.use('/api/purchases', purchaseApi({ ledger, verifier: createThumbturn({ baseUrl: AGENT_APPLICATION }), page }))
  app.use((_, response) => void response.status(404).json({ msg: 'There is nothing here: the tools are at /mcp' }))
  return app
}

function addTools(app: Express, sessions: Sessions, tools: ProtectedResource): void {
  const caller = (response: express.Response) => String(response.locals.caller)
  const limited = rateLimit({
    windowMs: 60_000,
    limit: 240,
    standardHeaders: true,
    legacyHeaders: false,
    keyGenerator: (_, response) => caller(response),
  })
  app.use(serveMetadata(tools))
  app.all('/mcp', rejectPages, requireAccess(tools), identifyCaller, limited, (request, response) =>
    sessions.handle(caller(response), request, response),
  )
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}
