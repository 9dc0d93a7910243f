import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import { listMethods } from '../../../../src/core/flows/otp/methods.ts'

const { settings } = application('shop')

test('the methods of a code depend on what it is for', () => {
  const offering = application('shop', {
    settings: { ...settings, crossAuthMethods: ['otp:sms'], mfaPolicy: 'signIn: otp:email+passkey:auth' },
  })
  assert.deepEqual(listMethods(offering, 'contact'), ['device', 'email', 'sms'])
  assert.deepEqual(listMethods(offering, 'credential'), ['device', 'email', 'sms'])
  assert.deepEqual(listMethods(offering, 'sign-in'), ['sms'])
  assert.deepEqual(listMethods(offering, 'mfa'), ['email'])
})

test('if users can have passkeys only, no code verifies a credential', () => {
  const strict = application('shop', { settings: { ...settings, securityProfile: 'asvs-l3' } })
  assert.deepEqual(listMethods(strict, 'credential'), [])
})
