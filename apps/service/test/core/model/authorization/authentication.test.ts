import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  describeAuthentication,
  type SignInFactors,
  satisfiesAcr,
} from '../../../../src/core/model/authorization/authentication.ts'

const bound = { isSynced: false, isUserVerified: true }
const synced = { isSynced: true, isUserVerified: true }

for (const [what, factors, amr, acr] of [
  ['a device-bound passkey', { passkey: bound }, 'hwk user mfa', 'phrh'],
  ['a synced passkey', { passkey: synced }, 'swk user mfa', 'phr'],
  ['a passkey without user verification', { passkey: { ...bound, isUserVerified: false } }, 'hwk user', 'phrh'],
  ['a synced one without it', { passkey: { ...synced, isUserVerified: false } }, 'swk user', 'phr'],
  ['a passkey and a code', { passkey: synced, codeMethods: ['otp'] }, 'swk user otp mfa', 'phr'],
  [
    'a passkey without user verification and a code',
    { passkey: { ...bound, isUserVerified: false }, codeMethods: ['otp', 'sms'] },
    'hwk user otp sms mfa',
    'phrh',
  ],
  ['a code', { codeMethods: ['otp'] }, 'otp', undefined],
  ['a code by SMS', { codeMethods: ['otp', 'sms'] }, 'otp sms', undefined],
  ['nothing that is known', {}, '', undefined],
] as [string, SignInFactors, string, 'phr' | 'phrh' | undefined][]) {
  test(`a sign-in with ${what} is described as "${amr}" and ${acr ?? 'without acr'}`, () => {
    assert.deepEqual(describeAuthentication(factors), { amr: amr === '' ? [] : amr.split(' '), acr })
  })
}

for (const [acr, requested, isEnough] of [
  ['phr', [], true],
  [undefined, [], true],
  ['phr', ['phr'], true],
  ['phrh', ['phr'], true],
  ['phrh', ['phrh'], true],
  ['phr', ['phrh'], false],
  ['phr', ['phrh', 'phr'], true],
  [undefined, ['phr'], false],
  ['phrh', ['urn:mace:incommon:iap:silver'], false],
  [undefined, ['undefined'], false],
] as ['phr' | 'phrh' | undefined, string[], boolean][]) {
  test(`${acr ?? 'a sign-in without acr'} ${isEnough ? 'satisfies' : "doesn't satisfy"} [${requested}]`, () => {
    assert.equal(satisfiesAcr(acr, requested), isEnough)
  })
}
