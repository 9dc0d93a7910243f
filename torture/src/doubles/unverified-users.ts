import * as original from '@thumbturn/service/core/use-cases/passkeys/verify.ts'

export * from '@thumbturn/service/core/use-cases/passkeys/verify.ts'

/** Like the original, but accepts an assertion without user verification whatever the application requires. */
export const verifyPasskey: typeof original.verifyPasskey = (core, expected, reject) =>
  original.verifyPasskey(core, { ...expected, userVerification: 'discouraged' }, reject)
