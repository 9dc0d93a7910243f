import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Route } from '@thumbturn/contract'
import { operations } from '@thumbturn/service-harness/calls.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Client, probes, strict } from '@thumbturn/service-harness/public-calls.ts'
import { type Answer, useService } from '@thumbturn/service-harness/service.ts'
import { newDevice, newName, signedUp } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/model/applications/create.ts'

/** What anybody may call: with nothing, or with a session, which is free. */
const isPublic = ({ access: { kind } }: Route) => ['public', 'session', 'optionalUser'].includes(kind)

const ofStrangers = operations.filter(({ route }) => isPublic(route))

/** Who is known in which way. All names are equally long. */
const known = ['a user with a passkey', 'a user without passkeys', 'a deactivated user'] as const
type Known = (typeof known)[number]

/** Every operation of strangers, asked about people who exist and people who do not, must answer them alike. */
eachEngine('asking about people', (fresh) => {
  const running = useService(fresh)
  const client: Client = ({ path, body, token }) => running().post(path, body, { token })
  let names: Record<Known, string>

  before(async () => {
    const service = running()
    names = { 'a user with a passkey': '', 'a user without passkeys': '', 'a deactivated user': '' }
    for (const who of known) {
      const { username, userId, passkeyId, jwtAccess } = await signedUp(service, {
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

  test('every operation that strangers may call has a row, and no row is left over', () => {
    assert.deepEqual(
      Object.keys(probes).sort(),
      ofStrangers.map(({ name }) => name).sort(),
      'describe in test/strangers.ts how the new operation might tell who exists',
    )
  })

  for (const [name, probe] of Object.entries(probes)) {
    if (!('asks' in probe)) continue
    for (const [what, { about }] of Object.entries(probe.asks)) {
      for (const who of known) {
        test(`${name}, to ${what}: ${who} is answered like nobody`, async () => {
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

/** Random in every answer, and as long for everybody. */
const random = ['session', 'challenge', 'txId', 'tx_id', 'lNonce', 'traceId']
/** Told by the passkeys listed, which for nobody are decoys: another test looks at how plausible these are. */
const listed = ['allowCredentials', 'passkeyType']

/** All that a stranger sees, without what is random and what decoys stand for. */
function masked({ status, headers, text }: Answer) {
  const { date: _, 'x-trace-id': __, 'content-length': length, ...told } = headers as Record<string, string>
  let hasList = false
  const mask = (key: string, value: unknown): unknown => {
    // WebAuthn options, which MFA wraps in text; other values are random ids.
    if (key === 'value' && !/^ey/.test(String(value))) return `${String(value).length} random`
    if (key === 'value') return JSON.stringify(JSON.parse(Buffer.from(String(value), 'base64url').toString()), mask)
    // The last digits of a number, which somebody without one has too.
    if (key === 'label') return String(value).replace(/^•••\d\d$/, '•••00')
    if (random.includes(key)) return `${String(value).length} random`
    if (!listed.includes(key)) return value
    hasList = true
    return value === undefined || (Array.isArray(value) && value.length === 0) ? 'nothing' : 'something'
  }
  const shown = text === '' ? '' : JSON.stringify(JSON.parse(text), mask)
  return { status, headers: Object.entries(told), text: shown, length: hasList ? 'as the list' : length }
}
