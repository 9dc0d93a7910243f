import assert from 'node:assert/strict'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { createRootKey } from '../../src/adapters/root-key.ts'
import { createSecretBox } from '../../src/adapters/secret-box.ts'
import { createSealedSessions } from '../../src/adapters/sessions.ts'
import { AppError } from '../../src/core/errors.ts'
import { openSiteCookie, sealSiteCookie } from '../../src/core/use-cases/protected-sites/cookie.ts'

const now = Date.UTC(2026, 10, 20)
const root = createRootKey(Buffer.alloc(32, 7))
let sealed = 0
const nextBytes = (length: number) => Buffer.alloc(length, ++sealed)
const sessions = createSealedSessions(root, { now: () => now, bytes: nextBytes, watermark: () => 0 })
const secretBox = createSecretBox(root, nextBytes)

const flow = { purpose: 'authentication', id: 'a', appId: 'shop', appCreatedAt: 0, startedAt: now, challenge: 'c' }
const genuine = [
  sessions.seal({ ...flow, expiresAt: now + 300_000 }),
  sessions.seal({ ...flow, purpose: 'registration', expiresAt: now + 1 }),
]
const expired = sessions.seal({ ...flow, expiresAt: now - 1 })

const createPlace = (id: string, host: string) =>
  ({ application: { id: 'shop', createdAt: 1 }, site: { id, host, createdAt: 2 } }) as never
const place = createPlace('wiki', 'wiki.example.com')
const elsewhere = createPlace('wiki', 'other.example.com')
const content = { verifier: 'v', session: { id: 's', authenticatedAt: 1, renewedAt: 2 } }
const cookie = sealSiteCookie({ secretBox } as never, place, content)
const openCookie = (text: string, where: never) => openSiteCookie({ secretBox } as never, where, text)

export const target: FuzzTarget = {
  promise:
    'a sealed session or cookie is opened only if this installation sealed exactly it, for that purpose and place, and anything else is rejected by an AppError or has no content',
  sources: [
    'apps/service/src/adapters/{sealed-box,secret-box,sessions}.ts',
    'apps/service/src/core/use-cases/protected-sites/cookie.ts',
  ],
  seeds: [...genuine, expired, cookie, Buffer.alloc(64).toString('base64url')],
  longest: 1_024,
  run(input) {
    const text = input.toString()
    const opened = attempt(AppError, () => sessions.openAny(text))
    assert.equal(opened !== undefined, genuine.includes(text))
    const registration = attempt(AppError, () => sessions.open('registration', text))
    assert.equal(registration !== undefined, text === genuine[1])
    assert.equal(openCookie(text, elsewhere), undefined)
    const site = openCookie(text, place)
    if (site) assert.deepEqual([site, Buffer.from(text, 'base64url')], [content, Buffer.from(cookie, 'base64url')])
    return opened !== undefined || site !== undefined
  },
  planted: {
    without: 'the comparison of a session with the base64url of its bytes',
    file: 'apps/service/src/adapters/sessions.ts',
    check: " || bytes.toString('base64url') !== session",
  },
}
