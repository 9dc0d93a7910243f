import type { AttemptKind } from '@thumbturn/contract/vocabulary/attempt-kinds.ts'
import type { Period } from '../../model/analytics/period.ts'
import { createCountReader, type ReportCore } from './read-counts.ts'
import { readTotals } from './totals.ts'

/**
 * How passkeys are adopted: registrations from the offer to the passkey with what stopped them, and how sign-ins start and
 * end. Counts of one minute come together, so a registration can be offered in one period and completed in the next.
 */
export async function reportAdoption(core: ReportCore, appId: string, period: Pick<Period, 'from' | 'to'>) {
  const metrics = ['attempts', 'registrations', 'authenticationPath'] as const
  const totals = await readTotals(createCountReader(core), appId, { period, metrics })
  const count = (kind: AttemptKind) => totals.count('attempts', kind)
  const completed = (path: string) => totals.count('authenticationPath', path)
  const started = { dialog: count('creationsOffered'), automatic: count('creationsAutomatic') }
  const offered = started.dialog + started.automatic
  const created = totals.count('registrations', 'success')
  const reported = {
    alreadyExists: count('creationsExisting'),
    unsupported: count('creationsUnsupported'),
    aborted: count('creationsAborted'),
    error: count('creationsFailed') + totals.count('registrations', 'failure'),
  }
  const explained = Object.values(reported).reduce((sum, one) => sum + one, 0)
  return {
    offered,
    supported: Math.max(0, offered - reported.unsupported),
    started,
    created,
    dropOffs: { ...reported, unfinished: Math.max(0, offered - created - explained) },
    signIns: {
      username: { started: count('signInsNamed'), completed: completed('username') },
      autofill: { started: count('signInsAutofill'), completed: completed('autofill') },
      immediate: { started: count('signInsImmediate'), completed: completed('immediate') },
      usernameless: { started: count('signInsUsernameless'), completed: completed('usernameless') },
      failed: count('signInsFailed'),
    },
  }
}
