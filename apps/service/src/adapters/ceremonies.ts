import { verifyAssertion, verifyRegistration } from '@thumbturn/webauthn'
import type { Ceremonies } from '../core/ceremonies.ts'

/** Ceremonies judged by our own verifier. */
export const webauthnCeremonies: Ceremonies = {
  verifyCreation(response, { algorithms, userPresence, ...expected }) {
    return verifyRegistration({ response, expected: { ...expected, algorithms, userPresence } })
  },
  verifyAssertion(response, { publicKeySpki, ...credential }, { signCounter, ...expected }) {
    return verifyAssertion({
      response,
      credential: {
        ...credential,
        publicKeySpki: Buffer.from(publicKeySpki.buffer, publicKeySpki.byteOffset, publicKeySpki.length),
      },
      expected,
      policy: { counter: signCounter },
    })
  },
}
