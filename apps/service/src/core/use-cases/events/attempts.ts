import type { AttemptKind } from '@thumbturn/contract/vocabulary/attempt-kinds.ts'
import type { Core } from '../../core.ts'
import { recordCounts } from './record-counts.ts'

/** Writes the number of attempts. Anyone can start a flow, so no attempt has a row. */
export const recordAttempts = (core: Core): Promise<void> =>
  recordCounts(core, core.attempts, (detail) => ({ type: 'fido2.attempts.counted', detail }))

const unsupported =
  /^ERROR_(DISCOVERABLE_CREDENTIALS_UNSUPPORTED|USER_VERIFICATION_UNSUPPORTED|ALGORITHMS_UNSUPPORTED)\b/

/** Counts what a client reports about a flow: texts begin with the code of the error. */
export function countReport(
  { attempts }: Pick<Core, 'attempts'>,
  flow: { appId: string; purpose: string },
  text: string,
) {
  if (flow.purpose === 'authentication') attempts.count(flow.appId, 'signInsFailed')
  if (flow.purpose === 'registration') attempts.count(flow.appId, toCreationReport(text))
}

function toCreationReport(text: string): AttemptKind {
  if (/^ERROR_PASSKEY_EXISTS\b/.test(text)) return 'creationsExisting'
  if (/^ERROR_PASSKEY_ABORTED\b/.test(text)) return 'creationsAborted'
  return unsupported.test(text) ? 'creationsUnsupported' : 'creationsFailed'
}
