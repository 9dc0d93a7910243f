/**
 * The floor: the unavoidable cost of a passkey sign-in on this machine. It has the same cryptography, JSON, and durable write as
 * a real service, on bare node:http, without validation or error handling.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { groupCommit } from './group-commit.ts'

// As an ES module it would load undici too: 13 MB.
const { createServer } = process.getBuiltinModule('node:http')

const db = new DatabaseSync(`${process.env.DATA_DIR}/floor.db`)
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE users (id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE) WITHOUT ROWID;
  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL, public_key BLOB NOT NULL, sign_count INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX passkeys_of_user ON passkeys (user_id);
  CREATE TABLE spent_sessions (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL);
`)
const commit = groupCommit(db)

const sql = {
  addUser: db.prepare('INSERT INTO users VALUES (?, ?)'),
  addPasskey: db.prepare('INSERT INTO passkeys VALUES (?, ?, ?, 0)'),
  userWithPasskey: db.prepare(
    'SELECT u.id AS user_id, p.id AS passkey_id FROM users u JOIN passkeys p ON p.user_id = u.id WHERE u.username = ?',
  ),
  passkey: db.prepare(
    'SELECT p.user_id, p.public_key, u.username FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.id = ?',
  ),
  spend: db.prepare('INSERT INTO spent_sessions VALUES (?, ?)'),
  count: db.prepare('UPDATE passkeys SET sign_count = ? WHERE id = ?'),
  event: db.prepare('INSERT INTO events (user_id, type, at) VALUES (?, ?, ?)'),
}

const sealingKey = randomBytes(32)
const tokenKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const tokenHead = encode({ alg: 'ES256', typ: 'JWT', kid: randomBytes(8).toString('hex') })
const origin = `http://localhost:${process.env.PORT}`

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const sha256 = (content: Uint8Array | string) => hash('sha256', content, 'buffer')

function seal(session: object): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey, iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(session)), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

function open(sealed: string): Record<string, string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString())
}

function token(claims: object): string {
  const signed = `${tokenHead}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: tokenKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

// biome-ignore lint/suspicious/noExplicitAny: no validation is the point of this program
type Body = any

async function seed({ username, userId, credentialId, publicKey }: Body): Promise<object> {
  await commit(() => {
    sql.addUser.run(userId, username)
    sql.addPasskey.run(credentialId, userId, Buffer.from(publicKey, 'base64url'))
  })
  return {}
}

async function init({ username }: Body): Promise<object> {
  const found = username === undefined ? undefined : sql.userWithPasskey.get(username)!
  const challenge = randomBytes(32).toString('base64url')
  const session = seal({
    id: randomBytes(16).toString('base64url'),
    purpose: 'authentication',
    application: 'demo',
    user: found?.user_id,
    challenge,
    deviceId: randomBytes(16).toString('hex'),
    expiresAt: Date.now() + 300_000,
    rpId: 'localhost',
    userVerification: 'preferred',
  })
  const allowCredentials = found ? [{ type: 'public-key', id: found.passkey_id, transports: ['internal'] }] : []
  const assertionOptions = { challenge, rpId: 'localhost', allowCredentials, timeout: 5000 }
  return { session, action: 'proceed', assertionOptions, crossAuthMethods: [], fallbackMethods: [] }
}

function check(session: Record<string, string>, assertion: Body, publicKey: Uint8Array): number {
  const clientData = Buffer.from(assertion.clientDataJSON, 'base64url')
  const authenticatorData = Buffer.from(assertion.authenticatorData, 'base64url')
  const said = JSON.parse(clientData.toString())
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  const signature = Buffer.from(assertion.signature, 'base64url')
  const right =
    said.challenge === session.challenge &&
    said.origin === origin &&
    sha256(session.rpId!).equals(authenticatorData.subarray(0, 32)) &&
    verify('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key, signature)
  if (!right) throw new Error('rejected')
  return authenticatorData.readUInt32BE(33)
}

async function complete({ session: sealed, assertionResult }: Body): Promise<object> {
  const session = open(sealed)
  const passkey = sql.passkey.get(assertionResult.credentialId)!
  const signCount = check(session, assertionResult, passkey.public_key as Uint8Array)
  const now = Date.now()
  await commit(() => {
    sql.spend.run(session.id!, now + 300_000)
    sql.count.run(signCount, assertionResult.credentialId)
    sql.event.run(passkey.user_id as string, 'signed-in', now)
  })
  const iat = Math.floor(now / 1000)
  const { user_id: user, username } = passkey
  const scopes = ['passkey:read', 'passkey:write', 'auth:write', 'reg:write']
  const claims = { iss: origin, aud: 'demo', sub: user, username, rpId: 'localhost', scopes, iat, exp: iat + 600 }
  return { jwtAccess: token(claims), userId: user, deviceId: session.deviceId, passkeyId: assertionResult.credentialId }
}

const routes: Record<string, (body: Body) => Promise<object>> = { '/seed': seed, '/init': init, '/complete': complete }

function read(request: IncomingMessage): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => done(Buffer.concat(chunks).toString()))
  })
}

createServer(async (request, response) => {
  try {
    const text = JSON.stringify(await routes[request.url!]!(JSON.parse(await read(request))))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(process.env.PORT), '127.0.0.1')
