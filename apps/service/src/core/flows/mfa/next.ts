import type { MfaFactor, MfaPolicy } from '../../model/applications/mfa-policy.ts'

/** signUp: the user did not exist when the flow began. */
export type MfaKind = keyof MfaPolicy

/** All that the next step depends on: the policy, what was proved, in that order, and what this user could prove. */
export type StepContext = {
  policy: MfaPolicy
  kind: MfaKind
  done: readonly MfaFactor[]
  available: readonly MfaFactor[]
}

/** Whether what was proved is one of the policy's combinations, whole. */
export const isPolicySatisfied = ({ policy, kind, done }: Omit<StepContext, 'available'>): boolean =>
  done.length > 0 && filterMatching(policy[kind], done).some((combination) => combination.length === done.length)

/**
 * The factors of which any one may be proved next: those that continue a combination and that this user has. At the
 * beginning, where a stranger asks, somebody who has none of them is offered all, and can prove none.
 */
export function listNextFactors({ policy, kind, done, available }: StepContext): MfaFactor[] {
  const continuing = filterMatching(policy[kind], done).flatMap((combination) => combination[done.length] ?? [])
  const wanted = [...new Set(continuing)]
  const possible = wanted.filter((factor) => available.includes(factor))
  return possible.length === 0 && done.length === 0 ? wanted : possible
}

const filterMatching = (combinations: MfaPolicy[MfaKind], done: readonly MfaFactor[]) =>
  combinations.filter((combination) => done.every((factor, at) => combination[at] === factor))
