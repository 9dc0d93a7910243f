import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { outgoing } from '@thumbturn/service-harness/outgoing-events.ts'
import { toCimFields } from '../../../src/adapters/destinations/cim.ts'
import type { EventRecord } from '../../../src/core/model/events/event.ts'
import { toPublishedEvent } from '../../../src/core/model/events/published-event.ts'

const toCim = (changes: Partial<EventRecord>) => toCimFields(toPublishedEvent(outgoing(1, changes).event))

test('a sign-in has every field of the Common Information Model', () => {
  const { id, userId } = outgoing(1).event
  assert.deepEqual(toCim({}), {
    cim_model: 'authentication',
    authentication_service: 'thumbturn',
    authentication_method: 'passkey',
    action: 'success',
    lid_action: 'passkey.auth',
    signature: 'fido2.passkey.auth.success',
    desc: 'A user signed in with a passkey.',
    severity: 'info',
    event_id: id,
    app: 'shop',
    user: userId,
    user_id: userId,
    src: '203.0.113.9',
    http_user_agent: 'Chrome 142',
    duration: 0.00184,
  })
})

test('the username of an event is its user, in addition to the user ID', () => {
  const { user, user_id } = toCim({ type: 'fido2.grant.issued', userId: 'u1', detail: { username: 'ada' } })
  assert.deepEqual([user, user_id], ['ada', 'u1'])
})

for (const [type, action, method] of [
  ['fido2.passkey.auth.success', 'success', 'passkey'],
  ['fido2.passkey.auth.failure', 'failure', 'passkey'],
  ['fido2.passkey.reg.aaguid.blocked', 'failure', 'passkey'],
  ['fido2.tx.completed', 'success', 'passkey'],
  ['fido2.mfa.failure', 'failure', 'mfa'],
  ['fido2.mfa.refresh.reused', 'failure', 'mfa'],
  ['fido2.otp.verified', 'success', 'otp'],
  ['fido2.otp.exhausted', 'failure', 'otp'],
  ['fido2.access_code.used', 'success', 'access_code'],
  ['fido2.message.failed', 'failure', undefined],
  ['fido2.calls.rejected', 'failure', undefined],
  ['fido2.user.created', 'success', undefined],
] as const)
  test(`${type} is a ${action}${method ? ` by ${method}` : ' without a method'}`, () => {
    const { action: found, authentication_method: by } = toCim({ type })
    assert.deepEqual([found, by], [action, method])
  })

test('every type of event has an action, and its name without the outcome', () => {
  for (const type of Object.keys(eventRegistry) as EventRecord['type'][]) {
    const { action, lid_action: native } = toCim({ type })
    assert.match(action, /^(?:success|failure|error)$/)
    assert.ok(native && !native.startsWith('fido2.') && !native.endsWith('.success'), native)
  }
})
