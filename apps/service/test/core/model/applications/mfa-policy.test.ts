import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaPresets, parseMfaPolicy } from '../../../../src/core/model/applications/mfa-policy.ts'

test('every preset is a valid policy', () => {
  for (const name of Object.keys(mfaPresets)) assert.equal(typeof parseMfaPolicy(name), 'object', name)
  assert.deepEqual(parseMfaPolicy('passkey'), { signIn: [['passkey:auth']], signUp: [['passkey:reg']] })
})

test('combinations keep their order, whatever the spacing', () => {
  assert.deepEqual(parseMfaPolicy(' signIn:passkey:auth ,otp:email + external;signUp : otp:email+passkey:reg '), {
    signIn: [['passkey:auth'], ['otp:email', 'external']],
    signUp: [['otp:email', 'passkey:reg']],
  })
  assert.deepEqual(parseMfaPolicy('signIn: passkey:auth'), { signIn: [['passkey:auth']], signUp: [] })
})

for (const [text, problem] of [
  ['', /must be passkey, passkey-or-otp/],
  ['constructor', /must be/],
  ['signUp: passkey:reg', /must be/],
  ['signUp: passkey:reg; signIn: passkey:auth', /must be/],
  ['signIn: passkey:auth; signUp: passkey:reg; signIn: external', /must be/],
  ['signIn:', /signIn cannot be by nothing: there is no factor ""/],
  ['signIn: passkey', /there is no factor "passkey"; there are: passkey:auth/],
  ['signIn: otp:email+otp:email', /the same factor twice is one factor/],
  ['signIn: passkey:reg', /an attacker could add a passkey to any account/],
  ['signIn: otp:email+passkey:reg+external', /passkey:reg can only come last/],
  ['signIn: passkey:auth; signUp: passkey:auth', /a new user has no passkey yet/],
  ['signIn: passkey:auth,', /there is no factor ""/],
] as const) {
  test(`"${text}" is not a valid policy`, () => {
    const found = parseMfaPolicy(text)
    assert.equal(typeof found, 'string')
    assert.match(found as string, problem)
  })
}
