import { type ReactNode, useEffect, useState } from 'react'

const asked: Record<string, string> = {
  userVerifyingPlatformAuthenticator: 'Passkeys on this device, with finger, face or PIN',
  passkeyPlatformAuthenticator: 'Passkeys of this device or of a phone',
  conditionalGet: 'Passkeys in autofill',
  immediateGet: 'A dialog only if a passkey is on this device',
  conditionalCreate: 'A passkey without a dialog, after another sign-in',
  hybridTransport: 'Passkeys of a phone nearby',
  'extension:prf': 'Keys from passkeys, for encryption',
  relatedOrigins: 'Related origins',
  signalAllAcceptedCredentials: 'Telling the browser which passkeys still exist',
}

type Known = Record<string, boolean | undefined>

/** What the reader's own browser reports; the page doesn't send it anywhere. */
export function Capabilities(): ReactNode {
  const [known, setKnown] = useState<Known | 'none' | undefined>()
  useEffect(() => {
    const ask = globalThis.PublicKeyCredential?.getClientCapabilities
    if (!ask) return setKnown('none')
    ask.call(PublicKeyCredential).then(setKnown, () => setKnown('none'))
  }, [])
  if (known === 'none') return <p>This browser has no WebAuthn, or does not say what it can.</p>
  return (
    <table>
      <thead>
        <tr>
          <th>Capability</th>
          <th>Here</th>
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

const inWords = (answer: boolean | undefined) => (answer === undefined ? 'not said' : answer ? 'yes' : 'no')
