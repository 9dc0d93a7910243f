import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyAssertion, verifyRegistration } from '../src/index.ts'
import { type DerivedCase, derived, toAssertionInput, toRegistrationInput, withVectors } from './vectors.ts'
import { verdict } from './verdicts.ts'

const wanted = (it: DerivedCase) => (it.expect === 'accept' ? 'accepted' : it.reason)

test('the derived vectors are at hand', withVectors, () => {
  assert.ok(derived.registration.length > 0 && derived.authentication.length > 0)
})

for (const it of derived.registration) {
  test(`${it.id}: ${it.title}`, () => {
    const input = toRegistrationInput(it)
    assert.equal(
      verdict(() => verifyRegistration(input)),
      wanted(it),
    )
  })
}

for (const it of derived.authentication) {
  test(`${it.id}: ${it.title}`, () => {
    const input = toAssertionInput(it)
    assert.equal(
      verdict(() => verifyAssertion(input)),
      wanted(it),
    )
  })
}
