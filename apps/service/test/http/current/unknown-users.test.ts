import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { hostedApi, type Route } from '@thumbturn/contract'
import { operations } from '@thumbturn/service-harness/calls.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Client, pageProbes, probes, strict } from '@thumbturn/service-harness/public-calls.ts'
import { type Answer, useService } from '@thumbturn/service-harness/service.ts'
import { newDevice, newName, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

/** Operations open to unauthenticated callers, with no credentials or with a session. */
const isPublic = ({ access: { kind } }: Route) => ['public', 'session', 'optionalUser'].includes(kind)

const publicOperations = operations.filter(({ route }) => isPublic(route))

/** Kinds of known users. All usernames have the same length. */
const known = ['a user with a passkey', 'a user without passkeys', 'a deactivated user'] as const
type KnownKind = (typeof known)[number]

/** Every unauthenticated operation must respond identically for users who exist and users who don't. */
anyEngine('enumeration by unauthenticated callers', (fresh) => {
  const running = useService(fresh)
  const client: Client = ({ path, body, token }) => running().post(path, body, { token })
  let names: Record<KnownKind, string>

  before(async () => {
    const service = running()
    names = { 'a user with a passkey': '', 'a user without passkeys': '', 'a deactivated user': '' }
    for (const who of known) {
      const { username, userId, passkeyId, jwtAccess } = await signUpUser(service, {
        username: newName('who').padEnd(40, 'x'),
        device: newDevice({ transports: ['hybrid', 'internal'] }),
      })
      names[who] = username
      if (who === 'a user without passkeys') await service.ask('DELETE', `/passkeys/${passkeyId}`, { token: jwtAccess })
      if (who === 'a deactivated user')
        await service.database.query(`update users set status = 'inactive' where id = '${userId}' returning id`)
    }
    await changeApplication(service.core, service.application, { settings: strict })
  })

  test('every unauthenticated operation has a row, and every row has an operation', () => {
    assert.deepEqual(
      Object.keys(probes).sort(),
      publicOperations.map(({ name }) => name).sort(),
      'describe in public-calls.ts how the new operation might tell who exists',
    )
    assert.deepEqual(Object.keys(pageProbes).sort(), Object.keys(hostedApi.routes).sort())
  })

  for (const [name, probe] of Object.entries(probes)) {
    if (!('asks' in probe)) continue
    for (const [what, { about }] of Object.entries(probe.asks)) {
      for (const who of known) {
        test(`${name}, to ${what}: the responses for ${who} and for an unknown user match`, async () => {
          const ask = async (username: string) => {
            const { path, body, token } = await about(client, username)
            return masked(await running().post(path, body, { token }))
          }
          assert.deepEqual(await ask(names[who]), await ask(newName('who').padEnd(40, 'y')))
        })
      }
    }
  }
})

/** Random in every response, with a fixed length. */
const random = ['session', 'challenge', 'txId', 'tx_id', 'lNonce', 'traceId']
/** Depends on the listed passkeys, which are decoys for unknown users; another test checks how plausible they are. */
const listed = ['allowCredentials', 'passkeyType']

/** Everything a caller sees, without random values and decoy contents. */
function masked({ status, headers, text }: Answer) {
  const { date, 'x-trace-id': traceId, 'content-length': length, ...observed } = headers as Record<string, string>
  let hasList = false
  const mask = (key: string, value: unknown): unknown => {
    // WebAuthn options, which MFA wraps in text; other values are random IDs.
    if (key === 'value' && !/^ey/.test(String(value))) return `${String(value).length} random`
    if (key === 'value') return JSON.stringify(JSON.parse(Buffer.from(String(value), 'base64url').toString()), mask)
    // The last digits of a phone number, which decoys have too.
    if (key === 'label') return String(value).replace(/^•••\d\d$/, '•••00')
    if (random.includes(key)) return `${String(value).length} random`
    if (!listed.includes(key)) return value
    hasList = true
    return value === undefined || (Array.isArray(value) && value.length === 0) ? 'nothing' : 'something'
  }
  const shown = text === '' ? '' : JSON.stringify(JSON.parse(text), mask)
  return { status, headers: Object.entries(observed), text: shown, length: hasList ? 'as the list' : length }
}
