import assert from 'node:assert/strict'
import { join } from 'node:path'
import { startPostgres } from '@thumbturn/service-harness/postgres.ts'
import { root } from '../programs/folder.ts'
import { startNode } from '../programs/node.ts'
import { run } from '../programs/program.ts'

const main = join(root, 'apps/service/src/main.ts')

/** The name in deploy/nginx.conf and deploy/Caddyfile, which the runner's hosts file maps to this machine. */
export const publicUrl = 'https://id.example.com'
export const origin = 'https://shop.example.com'

/** The ports in deploy/nginx.conf and deploy/Caddyfile. */
const ports = [4300, 4301] as const

/** Two nodes on one PostgreSQL, with the application `shop`, as the comments of the proxies' files say. */
export async function startNodes() {
  const postgres = await startPostgres()
  const settings = {
    PATH: process.env.PATH,
    THUMBTURN_MODE: 'production',
    BASE_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: postgres.url,
    THUMBTURN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64url'),
    DATA_DIR: '/nonexistent',
    RATE_LIMITS: 'off',
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
  }
  const start = (port: number) => startNode(main, { ...settings, PORT: String(port) })
  const nodes = await Promise.all(ports.map(start))
  const runCommand = (...args: readonly string[]) => run(process.execPath, [main, ...args], { env: settings })
  runCommand('app', 'create', 'shop', '--rp-id', 'example.com', '--origin', origin)
  runCommand('client', 'create', 'shop', '--id', 'wiki', '--name', 'Wiki', '--redirect-uri', `${origin}/callback`)
  return {
    runCommand,
    settings,
    stopNode: (index: 0 | 1, signal?: NodeJS.Signals) => nodes[index]!.stop(signal),
    restartNode: async (index: 0 | 1) => {
      nodes[index] = await start(ports[index])
    },
    /** The newest event of this type, as the command line shows it. */
    readEvent: (type: string) => {
      const found = runCommand('events', 'list', 'shop', '--type', type, '--limit', '1', '--json')
      const [event] = JSON.parse(found) as Record<string, unknown>[]
      return event ?? assert.fail(`There is no event ${type}`)
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await postgres.stop()
    },
  }
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>
