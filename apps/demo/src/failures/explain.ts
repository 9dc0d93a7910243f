import { ApiError, PasskeyError, type PasskeyErrorCode } from '@thumbturn/web'
import { readLastRpId } from '../ceremony/recorder.ts'
import type { Tone } from '../ui/Notice.tsx'

/** An explanation of an error for the user; `next` names the action that helps. */
export type Explanation = { tone: Tone; title: string; text: string; next?: 'signIn' | 'goHome' }

const canceled: Explanation = {
  tone: 'calm',
  title: 'Canceled or timed out',
  text: 'Nothing was changed. Try again. If your passkey is not on this device, sign in another way.',
}

const explanations: Partial<Record<PasskeyErrorCode, Explanation>> = {
  ERROR_PASSKEY_ABORTED: canceled,
  ERROR_PASSKEY_EXISTS: {
    tone: 'calm',
    title: 'This device already has your passkey',
    text: 'One device keeps one passkey for each account. To add another, use a second device or a security key.',
  },
  ERROR_SIGN_IN_REQUIRED: {
    tone: 'calm',
    title: 'This name is taken',
    text: 'If it is yours, sign in with its passkey. Otherwise choose another name.',
    next: 'signIn',
  },
  ERROR_NO_PASSKEY: {
    tone: 'calm',
    title: 'No passkey to offer',
    text: 'No passkey can sign in with this username.',
  },
  ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED: {
    tone: 'bad',
    title: 'This device can’t store the passkey',
    text: 'Its storage is full, or it doesn’t support passkeys. Try another device or a newer security key.',
  },
  ERROR_USER_VERIFICATION_UNSUPPORTED: {
    tone: 'bad',
    title: 'This device can’t verify that it’s you',
    text: 'Set up a screen lock, a fingerprint, or a PIN, then try again.',
  },
  ERROR_BLUETOOTH_MISSING: {
    tone: 'calm',
    title: 'Bluetooth is off',
    text: 'To use a passkey on your phone, turn on Bluetooth on both devices. Or use a passkey on this device.',
  },
  ERROR_KEY_UNAVAILABLE: {
    tone: 'calm',
    title: 'This passkey derives no keys',
    text: 'Its authenticator doesn’t support that, or you created it before this page used keys. Try another passkey.',
  },
  ERROR_REGISTRATION_REJECTED: {
    tone: 'bad',
    title: 'The service rejected the request',
    text: 'This account isn’t allowed to create a passkey here.',
  },
}

/** Explains any thrown value. */
export function explain(error: unknown): Explanation {
  if (error instanceof PasskeyError) return explainCeremony(error)
  if (error instanceof ApiError) return explainApiError(error)
  return { tone: 'bad', title: 'Something went wrong', text: error instanceof Error ? error.message : String(error) }
}

function explainCeremony({ code, message }: PasskeyError): Explanation {
  if (code === 'ERROR_DOMAIN_MISMATCH') return explainWrongDomain()
  return explanations[code] ?? { tone: 'bad', title: 'The passkey could not be used', text: message }
}

function explainWrongDomain(): Explanation {
  const rpId = readLastRpId() ?? 'localhost'
  return {
    tone: 'bad',
    title: 'Wrong address for these passkeys',
    text: `They belong to ${rpId}, and you are at ${location.hostname}. Browsers keep them apart, which is what stops phishing.`,
    next: 'goHome',
  }
}

const unknownPasskey: Explanation = {
  tone: 'bad',
  title: 'This passkey doesn’t work here',
  text: 'It was deleted, or it belongs to another demo. Choose another passkey, or create an account.',
}

function explainApiError({ status, msg, msgCode }: ApiError): Explanation {
  if (status === 0)
    return { tone: 'bad', title: 'The service isn’t responding', text: 'Check that it is running, then try again.' }
  if (status === 401) return { tone: 'calm', title: 'Your session has ended', text: 'Sign in again to continue.' }
  if (msgCode === 'forbidden') return unknownPasskey
  return { tone: 'bad', title: 'The service rejected the request', text: `${status}: ${msg}` }
}

/** This page on the domain of its passkeys; before the first ceremony, on the parent domain. */
export function findHomeUrl(): URL {
  const address = new URL(location.href)
  address.hostname = readLastRpId() ?? location.hostname.replace(/^[^.]+\.(?=.)/, '')
  return address
}
