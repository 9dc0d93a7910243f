import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { MfaPolicy } from '../../model/applications/mfa-policy.ts'

/** signUp: the user did not exist when the flow began. */
export type MfaKind = keyof MfaPolicy

/**
 * Everything that the next step depends on: the policy, the verified factors in order, and the factors available to the
 * user.
 */
export type StepContext = {
  policy: MfaPolicy
  kind: MfaKind
  done: readonly MfaFactor[]
  available: readonly MfaFactor[]
}

/** Whether the verified factors are a complete combination of the policy. */
export const isPolicySatisfied = ({ policy, kind, done }: Omit<StepContext, 'available'>): boolean =>
  done.length > 0 && filterMatching(policy[kind], done).some((combination) => combination.length === done.length)

/**
 * The factors that can be verified next: those that continue a combination and are available to the user. In the first
 * step, a user without any of them is offered all: an unauthenticated caller must not learn what the user has.
 */
export function listNextFactors({ available, ...context }: StepContext): MfaFactor[] {
  const { done } = context
  const wanted = listContinuations(context)
  const possible = wanted.filter((factor) => available.includes(factor))
  return possible.length === 0 && done.length === 0 ? wanted : possible
}

/** The factors that continue a combination of the policy. */
export const listContinuations = ({ policy, kind, done }: Omit<StepContext, 'available'>): MfaFactor[] => [
  ...new Set(filterMatching(policy[kind], done).flatMap((combination) => combination[done.length] ?? [])),
]

const filterMatching = (combinations: MfaPolicy[MfaKind], done: readonly MfaFactor[]) =>
  combinations.filter((combination) => done.every((factor, at) => combination[at] === factor))
