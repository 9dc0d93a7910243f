/**
 * Better Auth with its passkey plugin, as its documentation sets it up: the node:sqlite adapter, its own handler on
 * node:http. Rate limit, telemetry and logging are off; the database is as durable as the others'.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'

const origin = `http://localhost:${process.env.PORT}`
const db = new DatabaseSync(`${process.env.DATA_DIR}/better-auth.db`)
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')

const auth = betterAuth({
  baseURL: origin,
  secret: randomBytes(32).toString('base64'),
  database: db,
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  plugins: [passkey({ rpID: 'localhost', rpName: 'Bench', origin })],
})
await (await getMigrations(auth.options)).runMigrations()
const { adapter } = await auth.$context
const handle = toNodeHandler(auth)

interface Seed {
  username: string
  credentialId: string
  cose: string
}

/** One user and one passkey, written by Better Auth's own adapter as its registration would. */
async function seed({ username, credentialId, cose }: Seed): Promise<void> {
  const createdAt = new Date()
  const email = `${username}@example.com`
  const user: { id: string } = await adapter.create({
    model: 'user',
    data: { name: username, email, emailVerified: true, createdAt, updatedAt: createdAt },
  })
  await adapter.create({
    model: 'passkey',
    data: {
      userId: user.id,
      credentialID: credentialId,
      publicKey: Buffer.from(cose, 'base64url').toString('base64'),
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
      transports: 'internal',
      aaguid: '00000000-0000-0000-0000-000000000000',
      createdAt,
    },
  })
}

async function read(request: IncomingMessage): Promise<Seed> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

createServer(async (request, response) => {
  if (request.url !== '/seed') return handle(request, response)
  await seed(await read(request))
  response.writeHead(200, { 'content-length': 2 }).end('{}')
}).listen(Number(process.env.PORT), '127.0.0.1')
