import { type MfaFactor, mfaFactors, type NamedMfaPolicy } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Application } from './application.ts'

/** Factors in the order in which they are verified; together they complete a flow. */
export type MfaCombination = readonly MfaFactor[]

/** The combinations that complete the flow of an existing user, and of a new one. */
export type MfaPolicy = { signIn: readonly MfaCombination[]; signUp: readonly MfaCombination[] }

/** Policies by name, each in its long form. */
export const mfaPresets: Readonly<Record<NamedMfaPolicy, string>> = {
  passkey: 'signIn: passkey:auth; signUp: passkey:reg',
  'passkey-or-otp': 'signIn: passkey:auth, otp:email, otp:sms; signUp: passkey:reg, otp:email, otp:sms',
  'otp-then-passkey':
    'signIn: passkey:auth, otp:email+passkey:reg, otp:sms+passkey:reg; signUp: otp:email+passkey:reg, otp:sms+passkey:reg',
  'external-then-passkey': 'signIn: passkey:auth, external+passkey:reg; signUp: external+passkey:reg',
  'two-factors': `signIn: ${formatPairs(['passkey:auth', 'otp:email', 'otp:sms', 'external'])}; signUp: ${[
    ...['otp:email', 'otp:sms', 'external'].map((first) => `${first}+passkey:reg`),
    formatPairs(['otp:email', 'otp:sms', 'external']),
  ].join(', ')}`,
}

/** Every two of them, in either order: two different kinds, so that one address is never two factors. */
function formatPairs(factors: readonly string[]): string {
  return factors.flatMap((one) => factors.filter((other) => other !== one).map((other) => `${one}+${other}`)).join(', ')
}

const isFactor = (text: string): text is MfaFactor => mfaFactors.some((factor) => factor === text)

const isNamed = (text: string): text is NamedMfaPolicy => Object.hasOwn(mfaPresets, text)

/**
 * Reads a policy: the name of a preset, or `signIn: <combinations>; signUp: <combinations>`, where a combination is
 * factors joined by +. A policy without signUp allows no sign-ups. Returns the problem in words if the policy is
 * invalid.
 */
export function parseMfaPolicy(text: string): MfaPolicy | string {
  const written = isNamed(text) ? mfaPresets[text] : text
  const policy: { signIn: MfaCombination[]; signUp: MfaCombination[] } = { signIn: [], signUp: [] }
  const [first, second, more] = written.split(';').map(parsePart)
  if (first?.kind !== 'signIn' || (second && second.kind !== 'signUp') || more)
    return `mfaPolicy "${text}" must be ${Object.keys(mfaPresets).join(', ')}, or "signIn: <combinations>; signUp: <combinations>"`
  for (const { kind, combinations } of second ? [first, second] : [first]) {
    if (kind === undefined) continue
    for (const factors of combinations) {
      const problem = findProblem(factors, kind)
      if (problem !== undefined) return `mfaPolicy: ${kind} cannot be by ${factors.join('+') || 'nothing'}: ${problem}`
      policy[kind].push(factors.filter(isFactor))
    }
  }
  return policy
}

/**
 * The policy of an application. If registration requires a token, sign-ups require a backend assertion.
 * @throws Error if another version wrote the setting: it must not open anything
 */
export function readMfaPolicy({ settings }: Pick<Application, 'settings'>): MfaPolicy {
  const policy = parseMfaPolicy(settings.mfaPolicy)
  if (typeof policy === 'string') throw new Error(policy)
  if (!settings.registrationRequiresToken) return policy
  return { ...policy, signUp: policy.signUp.filter((combination) => combination.includes('external')) }
}

/** Every factor that a flow of an application can require. */
export const policyFactors = (
  application: Pick<Application, 'settings'>,
  kinds: (keyof MfaPolicy)[] = ['signIn', 'signUp'],
) => {
  const policy = readMfaPolicy(application)
  return [...new Set(kinds.flatMap((kind) => policy[kind].flat()))]
}

function parsePart(part: string) {
  const [, kind, list = ''] = /^\s*(signIn|signUp)\s*:(.*)$/s.exec(part) ?? []
  const combinations = list.split(',').map((written) => written.split('+').map((factor) => factor.trim()))
  return { kind: kind as keyof MfaPolicy | undefined, combinations }
}

function findProblem(factors: readonly string[], kind: keyof MfaPolicy): string | undefined {
  const unknown = factors.find((factor) => !isFactor(factor))
  if (unknown !== undefined) return `there is no factor "${unknown}"; there are: ${mfaFactors.join(', ')}`
  if (new Set(factors).size < factors.length) return 'the same factor twice is one factor'
  if (factors.slice(0, -1).includes('passkey:reg')) return 'passkey:reg can only come last'
  if (kind === 'signUp' && factors.includes('passkey:auth')) return 'a new user has no passkey yet'
  if (kind === 'signIn' && factors[0] === 'passkey:reg') return 'an attacker could add a passkey to any account'
  return undefined
}
