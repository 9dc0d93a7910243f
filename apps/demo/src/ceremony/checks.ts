import type { Ceremony } from './ceremony.ts'

/** One check of the service. `seen` is this page's own result; undefined if it can't check. */
export type Check = { name: string; meaning: string; value: string; seen?: boolean; replay?: boolean }

/** All checks of the service before it accepts a ceremony, in the order of the standard. */
export function checkCeremony(ceremony: Ceremony): Check[] {
  return [purpose, challenge, origin, rpId, presence, verification, signature, counter, backup].map((check) =>
    check(ceremony),
  )
}

const purpose = ({ kind, clientData }: Ceremony): Check => ({
  name: 'Purpose',
  meaning:
    kind === 'registration' ? 'Made to create a passkey, not to sign in.' : 'Made to sign in, not to create a passkey.',
  value: clientData.type,
  seen: clientData.type === (kind === 'registration' ? 'webauthn.create' : 'webauthn.get'),
})

const challenge = ({ asked, clientData }: Ceremony): Check => ({
  name: 'Challenge',
  meaning: 'Fresh random bytes for this one ceremony. They work once.',
  value: clientData.challenge,
  seen: clientData.challenge === asked.challenge,
  replay: true,
})

const origin = ({ clientData }: Ceremony): Check => ({
  name: 'Origin',
  meaning: 'The page that asked, as the browser names it.',
  value: clientData.origin,
  seen: clientData.origin === location.origin && !clientData.crossOrigin,
})

const rpId = ({ asked, authenticator, rpIdHash }: Ceremony): Check => ({
  name: 'RP ID',
  meaning: 'The domain that the passkey belongs to, as a SHA-256 hash.',
  value: `${asked.rpId} = ${authenticator.rpIdHash.slice(0, 16)}…`,
  seen: authenticator.rpIdHash === rpIdHash,
})

const presence = ({ authenticator }: Ceremony): Check => ({
  name: 'User presence',
  meaning: 'The user touched the authenticator or confirmed.',
  value: authenticator.userPresent ? 'present' : 'not shown',
  seen: authenticator.userPresent,
})

const verification = ({ asked, authenticator }: Ceremony): Check => ({
  name: 'User verification',
  meaning: `By fingerprint, face or PIN. The application says: ${asked.userVerification}.`,
  value: authenticator.userVerified ? 'verified' : 'not verified',
  seen: authenticator.userVerified || asked.userVerification !== 'required',
})

const algorithms: Record<number, string> = {
  [-7]: 'ES256',
  [-8]: 'EdDSA',
  [-48]: 'ML-DSA-44',
  [-49]: 'ML-DSA-65',
  [-50]: 'ML-DSA-87',
  [-257]: 'RS256',
}

const signature = ({ kind, asked, answered, signatureHolds }: Ceremony): Check => {
  if (kind === 'registration') {
    const algorithm = answered.publicKeyAlgorithm ?? 0
    return {
      name: 'Public key',
      meaning: 'A valid key of a kind that was asked for. The service keeps it to check signatures.',
      value: `${algorithms[algorithm] ?? `COSE ${algorithm}`} · ${answered.credentialId.slice(0, 12)}…`,
      seen: asked.algorithms?.includes(algorithm),
    }
  }
  return {
    name: 'Signature',
    meaning: 'Over all of the above, made with the private key of this passkey.',
    value: `${answered.signature?.slice(0, 20)}…`,
    seen: signatureHolds,
  }
}

const counter = ({ authenticator: { signCount } }: Ceremony): Check => ({
  name: 'Counter',
  meaning: signCount
    ? 'Must rise with every use, so that a copied key is noticed.'
    : 'This passkey keeps none, as most synced ones.',
  value: String(signCount),
})

const backup = ({ authenticator: { backupEligible, backedUp } }: Ceremony): Check => ({
  name: 'Backup state',
  meaning: backupEligible
    ? 'This kind of passkey can be copied to other devices.'
    : 'This kind of passkey never leaves its device.',
  value: backedUp ? 'backed up' : 'not backed up',
  seen: backupEligible || !backedUp,
})
