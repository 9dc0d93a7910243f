import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import { i18n } from '@lingui/core'
import { ApiError, PasskeyError } from '@thumbturn/web'
import { CallFailure, explainError } from '../src/api/failure.ts'

test('a member reads what is wrong in the setup, which users of applications never see', () => {
  const msg = 'The origin https://id.example.com is not allowed for application thumbturn'
  const rejected = new ApiError({ msg, msgCode: 'origin_not_allowed', status: 400 })
  assert.equal(explainError(rejected).text, `${msg}.`)
  const mismatch = 'RP ID localhost does not cover https://id.example.com: open the page there'
  assert.equal(explainError(new PasskeyError('ERROR_DOMAIN_MISMATCH', undefined, mismatch)).text, `${mismatch}.`)
})

const failWith = (failure: Partial<CallFailure>) =>
  explainError(new CallFailure({ status: 400, code: 'bad_request', message: '', ...failure }))

test('a canceled dialog is no setup problem, and any other error has its reason', () => {
  assert.equal(explainError(new PasskeyError('ERROR_PASSKEY_ABORTED')).text, 'Something went wrong. Try again.')
  assert.deepEqual(failWith({ status: 409, code: 'conflict', message: 'It changed' }), { text: 'It changed.' })
  assert.match(explainError(new TypeError('x is undefined')).text, /report this error: x is undefined\.$/)
})

test('an error whose code says everything is in the words of the dashboard', () => {
  const message = 'Too many calls: try again after the time in Retry-After'
  const { text } = failWith({ status: 429, code: 'too_many_requests', message })
  assert.equal(text, 'Too many requests. Wait a moment, then try again.')
})

test('in another language, an error is what the dashboard says about it, or about its kind before the English detail', () => {
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  const message = 'Der Benutzer wurde nicht gefunden'
  assert.deepEqual(failWith({ message }), { text: `${message}.` })
  assert.deepEqual(failWith({ message: 'an orbit is needed', isUntranslated: true }), {
    text: 'This input isn’t valid.',
    detail: 'an orbit is needed.',
  })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
