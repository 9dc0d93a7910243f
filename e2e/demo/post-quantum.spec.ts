import { expect, test } from '../fixtures.ts'
import { expectInside, part, pressSignIn, signOut, signUp } from '../situations.ts'

for (const [name, algorithm] of [
  ['ML-DSA-44', -48],
  ['ML-DSA-65', -49],
  ['ML-DSA-87', -50],
] as const) {
  test(`a passkey with ${name} signs up and in`, async ({ page, thumbturn }) => {
    await thumbturn.change(`algorithms=${algorithm},-7,-257`)
    try {
      const username = await signUp(page)
      const checks = part(page, 'What the server checked').getByRole('listitem')
      await expect(checks.filter({ hasText: 'Public key' })).toContainText(name)
      await signOut(page)
      await pressSignIn(page)
      await expectInside(page, username)
    } finally {
      await thumbturn.change('algorithms=-7,-257')
    }
  })
}
