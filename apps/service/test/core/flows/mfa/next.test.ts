import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import { isPolicySatisfied, listNextFactors } from '../../../../src/core/flows/mfa/next.ts'
import { type MfaPolicy, parseMfaPolicy } from '../../../../src/core/model/applications/mfa-policy.ts'

const everything: MfaFactor[] = ['passkey:auth', 'passkey:reg', 'otp:email', 'otp:sms', 'external']
const parsePolicy = (text: string) => parseMfaPolicy(text) as MfaPolicy

/** Policy, kind, verified factors, the user's factors, and the factors that can come next (`done` if none). */
const rows: [string, 'signIn' | 'signUp', MfaFactor[], MfaFactor[], MfaFactor[] | 'done'][] = [
  ['passkey', 'signIn', [], everything, ['passkey:auth']],
  ['passkey', 'signIn', ['passkey:auth'], everything, 'done'],
  ['passkey', 'signUp', [], everything, ['passkey:reg']],
  ['passkey', 'signUp', ['passkey:reg'], everything, 'done'],
  ['passkey-or-otp', 'signIn', [], everything, ['passkey:auth', 'otp:email', 'otp:sms']],
  ['passkey-or-otp', 'signIn', [], ['otp:sms'], ['otp:sms']],
  ['passkey-or-otp', 'signIn', ['otp:sms'], everything, 'done'],
  ['otp-then-passkey', 'signIn', ['otp:email'], everything, ['passkey:reg']],
  ['otp-then-passkey', 'signUp', [], ['passkey:reg', 'otp:email', 'external'], ['otp:email']],
  ['otp-then-passkey', 'signUp', ['otp:email', 'passkey:reg'], everything, 'done'],
  ['external-then-passkey', 'signIn', [], ['passkey:reg', 'external'], ['external']],
  ['external-then-passkey', 'signIn', ['external', 'passkey:reg'], everything, 'done'],
  ['two-factors', 'signIn', [], everything, ['passkey:auth', 'otp:email', 'otp:sms', 'external']],
  ['two-factors', 'signIn', ['otp:email'], everything, ['passkey:auth', 'otp:sms', 'external']],
  ['two-factors', 'signIn', ['otp:email'], ['otp:email'], []],
  ['two-factors', 'signIn', ['external', 'otp:sms'], everything, 'done'],
  ['two-factors', 'signUp', ['otp:email'], everything, ['passkey:reg', 'otp:sms', 'external']],
  // An unauthenticated caller who names a user without factors is offered all of them, and can't verify any.
  ['passkey', 'signIn', [], [], ['passkey:auth']],
  ['two-factors', 'signIn', [], [], ['passkey:auth', 'otp:email', 'otp:sms', 'external']],
  // A verified factor that starts no combination leads nowhere.
  ['passkey', 'signIn', ['otp:email'], everything, []],
  ['signIn: passkey:auth+external', 'signIn', ['external'], everything, []],
  ['signIn: passkey:auth+external', 'signIn', ['external', 'passkey:auth'], everything, []],
  ['signIn: passkey:auth', 'signUp', [], everything, []],
]

for (const [text, kind, done, has, expected] of rows) {
  const proved = done.join(' and ') || 'nothing'
  test(`${text}, ${kind}: after ${proved}, a user with ${has.join(' ') || 'nothing'} continues with ${expected}`, () => {
    const situation = { policy: parsePolicy(text), kind, done, available: has }
    assert.equal(isPolicySatisfied(situation), expected === 'done')
    if (expected !== 'done') assert.deepEqual(listNextFactors(situation), expected)
  })
}

test('a combination without factors is never satisfied, and offers nothing', () => {
  const policy: MfaPolicy = { signIn: [[]], signUp: [] }
  assert.equal(isPolicySatisfied({ policy, kind: 'signIn', done: [] }), false)
  assert.deepEqual(listNextFactors({ policy, kind: 'signIn', done: [], available: everything }), [])
})
