import type { ApiError } from '../errors.ts'
import { loadMessages, type Messages } from './messages.ts'

const keys: Record<string, keyof Messages> = {
  ERROR_PASSKEY_ABORTED: 'canceled',
  ERROR_PASSKEY_EXISTS: 'exists',
  ERROR_SIGN_IN_REQUIRED: 'taken',
  ERROR_NO_PASSKEY: 'otherWay',
  ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED: 'device',
  ERROR_USER_VERIFICATION_UNSUPPORTED: 'device',
  ERROR_ALGORITHMS_UNSUPPORTED: 'device',
  ERROR_AUTHENTICATOR_UNKNOWN_ERROR: 'device',
  ERROR_DOMAIN_MISMATCH: 'otherWay',
  ERROR_FRAME_NOT_ALLOWED: 'otherWay',
  ERROR_BLUETOOTH_MISSING: 'bluetooth',
  ERROR_KEY_UNAVAILABLE: 'noKey',
  ERROR_CLOCK_WRONG: 'clock',
  ERROR_REGISTRATION_REJECTED: 'rejected',
  ERROR_USERNAME_MISSING: 'enterName',
  unreachable: 'network',
  offline: 'network',
  unauthorized: 'ended',
  forbidden: 'rejected',
  invalid_code: 'wrongCode',
  authenticator_not_accepted: 'device',
  authenticator_not_certified: 'device',
  user_verification_missing: 'device',
}

/** The user's message for an error; `failed` for errors that only a developer can fix. */
export function findMessageKey(error: unknown): keyof Messages {
  const { code, reason, status } = error as Partial<ApiError>
  if (status === 429) return 'tooMany'
  return keys[reason ?? ''] ?? keys[code ?? ''] ?? 'failed'
}

/** Mistakes in the setup of a page, which only its developer can fix. */
const setupErrors = [
  'origin_not_allowed',
  'unreachable',
  'not_a_service',
  'unknown_application',
  'ERROR_DOMAIN_MISMATCH',
]

/** The text for the reader of the page: on localhost, that is its developer, who sees what is wrong in the setup. */
export function describeError(error: unknown, messages: Messages): string {
  const { code, reason, message = '' } = error as Partial<ApiError>
  const isSetup = setupErrors.some((name) => [code, reason].some((one) => one === name))
  return isSetup && isLocalPage() ? message : messages[findMessageKey(error)]
}

const isLocalPage = () => /^(?:.+\.)?localhost$|^127\.0\.0\.1$/.test(globalThis.location?.hostname ?? '')

/** Finds messages in the language of a BCP 47 tag. Imports no error classes, so that these stay in one chunk. */
export async function loadMessageFinder(tag: string): Promise<(error: unknown) => string> {
  const messages = await loadMessages(tag)
  return (error) => describeError(error, messages)
}
