import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Reason,
  type RegistrationInput,
  verifyAssertion,
  verifyAssertionInBackground,
  verifyRegistration,
  WebAuthnError,
} from '../src/index.ts'
import { type AssertionChanges, assertion, type RegistrationChanges, registration } from './ceremonies.ts'

/** 'accepted', or the reason of the error; any other exception fails the test. */
export function verdict(attempt: () => unknown): 'accepted' | Reason {
  try {
    attempt()
    return 'accepted'
  } catch (error) {
    if (error instanceof WebAuthnError) return error.reason
    throw error
  }
}

export type Row<C> = [what: string, changes: C, reason: Reason | 'accepted', message?: RegExp]

/** One test for each row: a registration with these changes is rejected for this reason and message. */
export function testRegistrations(rows: Row<RegistrationChanges>[]): void {
  for (const [what, changes, reason, message] of rows) {
    test(titled('a registration', what, reason), () => {
      const input = registration(changes)
      requireVerdict(() => verifyRegistration(input), reason, message)
    })
  }
}

/** One test for each row: an assertion with these changes is rejected for this reason and message. */
export function testAssertions(rows: Row<AssertionChanges>[]): void {
  for (const [what, changes, reason, message] of rows) {
    test(titled('an assertion', what, reason), async () => {
      const input = assertion(changes)
      requireVerdict(() => verifyAssertion(input), reason, message)
      const inBackground = await settled(verifyAssertionInBackground(input))
      requireVerdict(inBackground, reason, message)
    })
  }
}

/** The outcome of a promise, as a call that returns or throws it. */
export async function settled<T>(promise: Promise<T>): Promise<() => T> {
  try {
    const value = await promise
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

const titled = (ceremony: string, what: string, reason: string) =>
  reason === 'accepted' ? `${ceremony} with ${what} is accepted` : `${ceremony} with ${what} is rejected for ${reason}`

/** The attempt must succeed, or be rejected for the reason, with a message like this. */
export function requireVerdict(attempt: () => unknown, reason: Reason | 'accepted', message = /./): void {
  if (reason === 'accepted') return void attempt()
  assert.throws(attempt, (error) => {
    if (!(error instanceof WebAuthnError)) throw error
    assert.equal(error.reason, reason, error.message)
    assert.match(error.message, message)
    return true
  })
}

export type RejectedCase = [what: string, input: () => RegistrationInput, message: RegExp, reason?: Reason]

/** One test for each statement of a format that must be rejected, by default for `attestation`. */
export function testRejected(format: string, rows: RejectedCase[]): void {
  for (const [what, input, message, reason = 'attestation'] of rows) {
    test(`${format}: ${what} is rejected for ${reason}`, () => {
      requireVerdict(() => verifyRegistration(input()), reason, message)
    })
  }
}

/** One test for each statement of a format that must be accepted. */
export function accepted(format: string, rows: [what: string, input: () => RegistrationInput][]): void {
  for (const [what, input] of rows) {
    test(`${format}: ${what} is accepted`, () => void verifyRegistration(input()))
  }
}
