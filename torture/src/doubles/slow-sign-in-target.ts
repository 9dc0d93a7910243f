import * as original from '@thumbturn/service/core/use-cases/passkeys/sign-in-target.ts'

const extraMs = 0.2

/** Like the original, but with 200 µs of work for a user who has a passkey. */
export const resolveSignInTarget: typeof original.resolveSignInTarget = async (...given) => {
  const target = await original.resolveSignInTarget(...given)
  if (!target.decoy) for (const end = performance.now() + extraMs; performance.now() < end; );
  return target
}
