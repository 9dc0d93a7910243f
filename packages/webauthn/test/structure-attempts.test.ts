import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '@thumbturn/testkit/fuzzing/random.ts'
import { type Registration, type RegistrationInput, verifyRegistration, WebAuthnError } from '../src/index.ts'
import { judgeAttempt } from './attempt.ts'
import { registration } from './ceremonies.ts'
import { parseDer, writeDer } from './der-tree.ts'
import { intermediate, root } from './statements.ts'
import { createStructureAttempts } from './structure-attempts.ts'
import { decodeObject } from './structure-mutator.ts'

test('300 registrations with broken structures throw nothing but WebAuthnError, and none is a forgery', () => {
  const random = randomFrom(7)
  const all = Object.values(createStructureAttempts())
  const accepted = Array.from({ length: 300 }, (_, i) => judgeAttempt(all[i % all.length]!(random)))
  assert.ok(accepted.includes(false))
})

/** The first problem of 20,000 changed registrations with another verifier. */
function findProblem(verify: (input: RegistrationInput) => Registration) {
  const random = randomFrom(7)
  const create = createStructureAttempts(verify)['packed x5c, changed']!
  try {
    for (let i = 0; i < 20_000; i++) judgeAttempt(create(random))
  } catch (error) {
    return String(error)
  }
  return undefined
}

test('an attempt notices a verifier that ignores statements', () => {
  const problem = findProblem((input) => {
    try {
      return verifyRegistration(input)
    } catch (error) {
      if (!(error instanceof WebAuthnError) || error.reason !== 'attestation') throw error
      const authData = decodeObject(input.response.attestationObject).get('authData') as Buffer
      const { attestationObject } = registration({ authData }).response
      const response = { ...input.response, attestationObject }
      return { ...verifyRegistration({ ...input, response }), attestationType: 'basic' }
    }
  })
  assert.equal(problem, 'Error: a changed response was accepted')
})

test('an attempt notices a verifier that trusts certificates that no issuer signed', () => {
  const problem = findProblem((input) => {
    const result = verifyRegistration(input)
    return { ...result, trusted: result.trustPath.length > 0 }
  })
  assert.equal(problem, 'Error: a changed response was accepted')
})

test('an attempt notices any other error', () => {
  const problem = findProblem((input) => {
    try {
      return verifyRegistration(input)
    } catch (error) {
      throw new TypeError('of a library', { cause: error })
    }
  })
  assert.equal(problem, 'TypeError: of a library')
})

test('a certificate is written as it was read', () => {
  for (const { der } of [root, intermediate]) assert.deepEqual(writeDer(parseDer(der)!), der)
  assert.equal(parseDer(Buffer.from('3005', 'hex')), undefined)
})
