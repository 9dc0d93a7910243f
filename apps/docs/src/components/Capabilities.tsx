import { type ReactNode, useEffect, useState } from 'react'

const asked: Record<string, string> = {
  userVerifyingPlatformAuthenticator: 'Passkeys on this device, with a fingerprint, face, or PIN',
  passkeyPlatformAuthenticator: 'Passkeys on this device or a phone',
  conditionalGet: 'Passkeys in autofill',
  immediateGet: 'A dialog only if this device has a passkey',
  conditionalCreate: 'A passkey without a dialog, after another kind of sign-in',
  hybridTransport: 'Passkeys on a nearby phone',
  'extension:prf': 'Encryption keys from passkeys',
  'extension:payment': 'Payments in a dialog of the browser',
  relatedOrigins: 'Related origins',
  signalAllAcceptedCredentials: 'Reporting to the browser which passkeys still exist',
}

type CapabilityAnswers = Record<string, boolean | undefined>

/** The capabilities that the reader's own browser reports; the page doesn't send it anywhere. */
export function Capabilities(): ReactNode {
  const [known, setKnown] = useState<CapabilityAnswers | 'none' | undefined>()
  useEffect(() => {
    const ask = async (): Promise<CapabilityAnswers | 'none'> =>
      (await PublicKeyCredential.getClientCapabilities()) ?? 'none'
    ask().then(setKnown, () => setKnown('none'))
  }, [])
  if (known === 'none') return <p>This browser doesn’t support WebAuthn, or doesn’t report its capabilities.</p>
  return (
    <table>
      <thead>
        <tr>
          <th>Capability</th>
          <th>Your browser</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(asked).map(([name, what]) => (
          <tr key={name}>
            <td>
              {what} <code>{name}</code>
            </td>
            <td>{known === undefined ? '…' : inWords(known[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const inWords = (answer: boolean | undefined) => (answer === undefined ? 'not reported' : answer ? 'yes' : 'no')
