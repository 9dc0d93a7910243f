import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import { ApiError, PasskeyError } from '@thumbturn/web'
import { CallFailure, describeError } from '../src/api/failure.ts'

test('a member reads what is wrong in the setup, which users of applications never see', () => {
  const msg = 'The origin https://id.example.com is not allowed for application thumbturn'
  const rejected = new ApiError({ msg, msgCode: 'origin_not_allowed', status: 400 })
  assert.equal(describeError(rejected), `${msg}.`)
  const mismatch = 'RP ID localhost does not cover https://id.example.com: open the page there'
  assert.equal(describeError(new PasskeyError('ERROR_DOMAIN_MISMATCH', undefined, mismatch)), `${mismatch}.`)
})

test('a canceled dialog is no setup problem, and any other error has its reason', () => {
  assert.equal(describeError(new PasskeyError('ERROR_PASSKEY_ABORTED')), 'Something went wrong. Try again.')
  assert.equal(describeError(new CallFailure({ status: 409, code: 'conflict', message: 'It changed' })), 'It changed.')
  assert.match(describeError(new TypeError('x is undefined')), /report this error: x is undefined\.$/)
})

test('an error whose code says everything is in the words of the dashboard', () => {
  const message = 'Too many calls: try again after the time in Retry-After'
  const text = describeError(new CallFailure({ status: 429, code: 'too_many_requests', message }))
  assert.equal(text, 'Too many requests. Wait a moment, then try again.')
})
