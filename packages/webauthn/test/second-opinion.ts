import { X509Certificate } from 'node:crypto'
import { SettingsService, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { AssertionInput, RegistrationInput } from '../src/index.ts'
import { coseOfSpki } from './keys.ts'

type Opinion = 'accepted' | 'rejected'

const formats = ['packed', 'tpm', 'android-key', 'apple', 'fido-u2f'] as const

/** Makes @simplewebauthn/server trust these roots (DER), whatever the format. */
export function trustRoots(roots: readonly Uint8Array[]): void {
  // That library compares roots as PEM text, lines and all.
  const certificates = roots.map((der) => new X509Certificate(der).toString())
  for (const identifier of formats) SettingsService.setRootCertificates({ identifier, certificates })
}

/** The opinion of @simplewebauthn/server on the same registration. */
export async function secondRegistrationOpinion({ response, expected }: RegistrationInput): Promise<Opinion> {
  const { clientDataJSON, attestationObject, credentialId } = response
  return opinion(
    verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      requireUserPresence: expected.userPresence !== false,
      requireUserVerification: expected.userVerification === 'required',
      supportedAlgorithmIDs: [...expected.algorithms],
    }),
  )
}

/** The opinion of @simplewebauthn/server on the same assertion. */
export async function secondAssertionOpinion({ response, credential, expected }: AssertionInput): Promise<Opinion> {
  const { clientDataJSON, authenticatorData, signature, credentialId, userHandle } = response
  return opinion(
    verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? undefined },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      requireUserVerification: expected.userVerification === 'required',
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(coseOfSpki(credential.publicKeySpki, credential.algorithm)),
        counter: credential.signCount,
      },
    }),
  )
}

async function opinion(result: Promise<{ verified: boolean }>): Promise<Opinion> {
  try {
    const { verified } = await result
    return verified ? 'accepted' : 'rejected'
  } catch {
    return 'rejected'
  }
}
