import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Registration, type RegistrationInput, verifyRegistration, WebAuthnError } from '../src/index.ts'
import { registration } from './ceremonies.ts'
import { parseDer, writeDer } from './der-tree.ts'
import { fuzz } from './fuzzing.ts'
import { intermediate, root } from './statements.ts'
import { createStructureTargets } from './structure-fuzzing.ts'
import { decodeObject } from './structure-mutator.ts'

const short = { seconds: 60, count: 300, seed: 7 }

test('300 registrations with broken structures throw nothing but WebAuthnError, and none is a forgery', () => {
  const { executions, crashes } = fuzz(short, createStructureTargets())
  assert.deepEqual(crashes, [])
  for (const [name, { runs, accepted }] of executions) assert.ok(accepted < runs, name)
})

/** The first problem that the fuzzer finds in another verifier. */
function findProblem(verify: (input: RegistrationInput) => Registration) {
  const chosen = Object.entries(createStructureTargets(verify)).filter(([name]) => name === 'packed x5c, changed')
  const { crashes } = fuzz({ ...short, count: 5_000, most: 1 }, Object.fromEntries(chosen))
  return crashes[0]?.problem.split('\n')[0]
}

test('the fuzzer catches a verifier that ignores statements', () => {
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
  assert.equal(problem, 'a changed response was accepted')
})

test('the fuzzer catches a verifier that trusts certificates that no issuer signed', () => {
  const problem = findProblem((input) => {
    const result = verifyRegistration(input)
    return { ...result, trusted: result.trustPath.length > 0 }
  })
  assert.equal(problem, 'a changed response was accepted')
})

test('the fuzzer catches any other error', () => {
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
