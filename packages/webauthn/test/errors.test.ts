import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRegistration, WebAuthnError } from '../src/index.ts'
import { type RegistrationChanges, registration } from './ceremonies.ts'
import { androidRegistration } from './statements.ts'

/** The error of a registration. */
function catchError(input: ReturnType<typeof registration>): WebAuthnError {
  try {
    verifyRegistration(input)
  } catch (error) {
    if (error instanceof WebAuthnError) return error
    throw error
  }
  throw new Error('accepted')
}
const catchRejection = (changes: RegistrationChanges) => catchError(registration(changes))

test('a WebAuthnError has its own name', () => {
  const error = catchRejection({ flags: 0x44 })
  assert.deepEqual(
    [error.name, error.reason, error.message],
    ['WebAuthnError', 'user_presence', 'the user was not present'],
  )
  assert.equal('cause' in error, false)
})

test('the error of a parser or a library is the cause', () => {
  assert.ok(catchRejection({ clientDataJSON: '{' }).cause instanceof SyntaxError)
  assert.ok(catchRejection({ clientDataJSON: Buffer.of(0xff) }).cause instanceof TypeError)
  const twice = androidRegistration({ description: Buffer.of(0x30, 0, 0) })
  assert.match(String(catchError(twice).cause), /not one ASN\.1 value/)
})

test('a foreign origin is quoted, cut, and followed by those that are allowed', () => {
  const origins = ['https://a.example', 'https://b.example']
  const { message } = catchRejection({ clientData: { origin: `"${'x'.repeat(1000)}` }, expected: { origins } })
  assert.equal(message, `origin "\\"${'x'.repeat(119)}" is not allowed; allowed: https://a.example, https://b.example`)
})

test('a foreign top origin is quoted and cut', () => {
  const clientData = { crossOrigin: true, topOrigin: 'x'.repeat(1000) }
  const { message } = catchRejection({ clientData, expected: { crossOrigin: true, topOrigins: [] } })
  assert.equal(message, `topOrigin "${'x'.repeat(120)}" is not allowed`)
})
