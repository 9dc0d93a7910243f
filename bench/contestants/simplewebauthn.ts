/**
 * A passkey server as its author writes it from the guide of SimpleWebAuthn: Fastify, one table per noun in node:sqlite, sessions as
 * random cookies. Nothing beyond the guide: no rate limits, no events, no devices. Commits wait for the disk.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'

const rpID = 'localhost'
const rpName = 'Bench'
const origin = `http://localhost:${process.env.PORT}`

const db = new DatabaseSync(`${process.env.DATA_DIR}/app.db`)
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE users (id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE);
  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users, public_key BLOB NOT NULL, counter INTEGER NOT NULL,
    device_type TEXT NOT NULL, backed_up INTEGER NOT NULL, transports TEXT NOT NULL
  );
  CREATE INDEX passkeys_of_user ON passkeys (user_id);
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, challenge TEXT, username TEXT, user_id TEXT, expires_at INTEGER NOT NULL
  );
`)

const sql = {
  addUser: db.prepare('INSERT INTO users VALUES (?, ?)'),
  addPasskey: db.prepare('INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?)'),
  passkey: db.prepare('SELECT * FROM passkeys WHERE id = ?'),
  passkeysOf: db.prepare(
    'SELECT p.id, p.transports FROM passkeys p JOIN users u ON u.id = p.user_id WHERE u.username = ?',
  ),
  count: db.prepare('UPDATE passkeys SET counter = ? WHERE id = ?'),
  addSession: db.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)'),
  session: db.prepare('SELECT * FROM sessions WHERE id = ? AND challenge IS NOT NULL AND expires_at > ?'),
  dropSession: db.prepare('DELETE FROM sessions WHERE id = ?'),
}

type Session = { id: string; challenge: string; username: string | null }

const CHALLENGE_MS = 300_000
const SESSION_MS = 86_400_000

function setSession(reply: FastifyReply, session: { challenge?: string; username?: string; userId?: string }): void {
  const id = randomBytes(32).toString('base64url')
  const { challenge = null, username = null, userId = null } = session
  sql.addSession.run(id, challenge, username, userId, Date.now() + (challenge ? CHALLENGE_MS : SESSION_MS))
  reply.header('set-cookie', `sid=${id}; Path=/; HttpOnly; SameSite=Lax`)
}

/** The session of a ceremony, which ends with it. */
function takeSession(request: FastifyRequest): Session {
  const id = /(?:^|; )sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const session = id ? (sql.session.get(id, Date.now()) as Session | undefined) : undefined
  if (!session) throw Object.assign(new Error('No session'), { statusCode: 400 })
  sql.dropSession.run(session.id)
  return session
}

function inTransaction(write: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    write()
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

const app = Fastify({ logger: false })

const username = { type: 'string', minLength: 1, maxLength: 100 } as const

app.post<{ Body: { username: string } }>(
  '/register/options',
  { schema: { body: { type: 'object', properties: { username }, required: ['username'] } } },
  async ({ body }, reply) => {
    const options = await generateRegistrationOptions({
      rpName,
      rpID,
      userName: body.username,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
    setSession(reply, { challenge: options.challenge, username: body.username })
    return options
  },
)

app.post<{ Body: RegistrationResponseJSON }>('/register/verify', async (request, reply) => {
  const session = takeSession(request)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: request.body,
    expectedChallenge: session.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  })
  if (!verified || !registrationInfo) return reply.code(400).send({ verified: false })
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  const userId = randomUUID()
  inTransaction(() => {
    sql.addUser.run(userId, session.username)
    sql.addPasskey.run(
      credential.id,
      userId,
      credential.publicKey,
      credential.counter,
      credentialDeviceType,
      Number(credentialBackedUp),
      JSON.stringify(credential.transports ?? []),
    )
    setSession(reply, { userId })
  })
  return { verified }
})

app.post<{ Body: { username?: string } }>(
  '/login/options',
  { schema: { body: { type: 'object', properties: { username } } } },
  async ({ body }, reply) => {
    const passkeys = body.username === undefined ? [] : sql.passkeysOf.all(body.username)
    const options = await generateAuthenticationOptions({
      rpID,
      userVerification: 'preferred',
      allowCredentials: passkeys.map(({ id, transports }) => ({
        id: String(id),
        transports: JSON.parse(String(transports)) as AuthenticatorTransport[],
      })),
    })
    setSession(reply, { challenge: options.challenge })
    return options
  },
)

app.post<{ Body: AuthenticationResponseJSON }>('/login/verify', async (request, reply) => {
  const session = takeSession(request)
  const passkey = sql.passkey.get(request.body.id)
  if (!passkey) return reply.code(400).send({ verified: false })
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: request.body,
    expectedChallenge: session.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: String(passkey.id),
      publicKey: passkey.public_key as Uint8Array<ArrayBuffer>,
      counter: Number(passkey.counter),
      transports: JSON.parse(String(passkey.transports)),
    },
    requireUserVerification: false,
  })
  if (!verified) return reply.code(400).send({ verified: false })
  inTransaction(() => {
    sql.count.run(authenticationInfo.newCounter, String(passkey.id))
    setSession(reply, { userId: String(passkey.user_id) })
  })
  return { verified }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
