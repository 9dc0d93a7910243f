import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { CallResult } from '../../api/call.ts'

/** A finding of the service about itself. */
export type Finding = CallResult<'checksList'>['checks'][number]

const order: Record<Finding['status'], number> = { broken: 0, warning: 1, good: 2 }

/** The worst first; otherwise in the order of the service. */
export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => order[a.status] - order[b.status])

/** How many findings there are that keep something from working, and that only can. */
export type ProblemCounts = { broken: number; warnings: number }

export const countFindings = (findings: readonly Finding[]): ProblemCounts => ({
  broken: findings.filter(({ status }) => status === 'broken').length,
  warnings: findings.filter(({ status }) => status === 'warning').length,
})

/** The result of a check in words. */
export function titleFindings({ broken, warnings }: ProblemCounts): string {
  if (broken > 0) return i18n._(msg`Something doesn’t work`)
  return warnings > 0 ? i18n._(msg`Everything works, with warnings`) : i18n._(msg`Everything works`)
}

/** The command that the advice names; undefined if it names none. */
export function findCommand({ advicePhrase }: Pick<Finding, 'advicePhrase'>): string | undefined {
  const { command } = (advicePhrase?.values ?? {}) as { command?: unknown }
  return typeof command === 'string' ? command : undefined
}

/** The application that a finding is about; undefined for one about the installation. */
export const findApplication = ({ name }: Pick<Finding, 'name'>): string | undefined =>
  /^application (\S+)$/.exec(name)?.[1]
