import { randomFrom, randomFromBytes } from '@thumbturn/testkit/fuzzing/random.ts'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { judgeAttempt } from '../attempt.ts'
import { attempts } from '../attempts.ts'

const all = Object.values(attempts)

export const target: FuzzTarget = {
  promise:
    'a ceremony that is changed anywhere, or signed again with broken structures, throws nothing but WebAuthnError, and is never accepted with another content than was signed',
  sources: [
    'packages/webauthn/src/{attestation,authentication,registration}/**/*.ts',
    'packages/webauthn/src/x509/*.ts',
  ],
  // The input decides what is changed: the first byte chooses the ceremony.
  seeds: all.map((_, index) => Buffer.concat([Buffer.of(index), randomFrom(index + 1).bytes(24)])),
  longest: 256,
  run(input) {
    const random = randomFromBytes(input)
    return judgeAttempt(random.pick(all)(random))
  },
  planted: {
    without: 'the comparison of the nonce with the certificate in statements by Apple',
    file: 'packages/webauthn/src/attestation/apple.ts',
    check: '!extension?.value.equals(Buffer.concat([beforeNonce, nonce]))',
    instead: 'extension === undefined',
  },
}
