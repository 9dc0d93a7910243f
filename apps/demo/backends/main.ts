// node apps/demo/backends/main.ts [name…]: runs the demo's backends next to a running service, each on its own port.
import type { FastifyInstance } from 'fastify'
import type { Backend } from './backend.ts'
import { bank } from './bank/bank.ts'
import { portSetting, ports } from './ports.ts'
import { shop } from './shop/shop.ts'
import { startBackend } from './start.ts'
import { wallet } from './wallet/wallet.ts'

const allBackends: Backend[] = [bank, shop, wallet]
const names = process.argv.slice(2)
const backends = names.length === 0 ? allBackends : allBackends.filter(({ name }) => names.includes(name))

const toBackendUrl = ({ name, port }: Pick<Backend, 'name' | 'port'>) =>
  `http://localhost:${process.env[portSetting(name)] ?? port}`

const installation = {
  service: process.env.SERVICE_URL ?? 'http://localhost:4300',
  addresses: {
    ...Object.fromEntries(allBackends.map((backend) => [backend.name, toBackendUrl(backend)])),
    // apps/agent runs separately.
    agent: toBackendUrl({ name: 'agent', port: ports.agent }),
  },
  development: process.env.THUMBTURN_MODE === 'development',
}

const servers: FastifyInstance[] = []
// Closed by the operating system when the parent process exits.
for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, stop)
// One after the other, because concurrent changes of applications would wait for each other.
for (const backend of backends) await start(backend)

/** A failed start doesn't affect the others. */
async function start(backend: Backend): Promise<void> {
  try {
    servers.push(await startBackend(backend, installation))
    console.log(`  ${backend.title.padEnd(9)} ${toBackendUrl(backend)}/`)
  } catch (error) {
    console.error(`  The ${backend.name} of the demo does not run: ${explain(backend, error as Error)}`)
  }
}

function explain(backend: Backend, { code, message }: NodeJS.ErrnoException): string {
  if (code !== 'EADDRINUSE') return message
  const { port } = new URL(toBackendUrl(backend))
  return `port ${port} is taken. Stop what uses it, or choose another with ${portSetting(backend.name)}=…`
}

async function stop(): Promise<void> {
  await Promise.all(servers.map((server) => server.close()))
  process.exit(0)
}
