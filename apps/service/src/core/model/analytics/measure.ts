import { attemptKinds } from '@thumbturn/contract/vocabulary/attempt-kinds.ts'
import type { EventType } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { rejectedCallKinds } from '@thumbturn/contract/vocabulary/rejected-call-kinds.ts'
import type { CountedEvent } from '../events/event.ts'
import { findBin } from './histogram.ts'
import type { Metric } from './roll-up.ts'

/** A count that one event adds to. `by`: how much, 1 if undefined. */
export type Measurement = { metric: Metric; dimension: string; by?: number }

type Rule = (event: CountedEvent) => readonly (Measurement | undefined)[]

const add = (metric: Metric, dimension: string): Measurement => ({ metric, dimension })

/** Clients report most of these words, so they're limited in length. */
const longestDimension = 80
const unknown = 'unknown'

const readText = ({ detail }: CountedEvent, name: string): string => {
  const value = detail?.[name]
  return value === undefined || value === '' ? unknown : toDimension(String(value))
}

// Truncation can split a surrogate pair; a single half can't be stored.
const toDimension = (text: string) => text.slice(0, longestDimension).toWellFormed()

const addError = (subject: string, { reason = unknown }: CountedEvent) =>
  add('errors', `${subject}:${toDimension(reason)}`)

const fail =
  (metric: Metric, subject: string): Rule =>
  (event) => [add(metric, 'failure'), addError(subject, event)]

const succeed =
  (metric: Metric): Rule =>
  () => [add(metric, 'success')]

const addUser =
  (how: string): Rule =>
  () => [add('users', how)]

function measureRegistration(event: CountedEvent) {
  return [
    add('registrations', 'success'),
    add('registrationOs', readText(event, 'os')),
    add('registrationClient', readText(event, 'client')),
    add('registrationClientType', readText(event, 'clientType')),
    add('registrationAuthenticator', readText(event, 'aaguid')),
    event.detail?.newUser === true ? add('users', 'registered') : undefined,
  ]
}

function measureAuthentication(event: CountedEvent) {
  const { took, named, purpose = 'signIn' } = event.detail ?? {}
  return [
    add('authentications', 'success'),
    add('authenticationOs', readText(event, 'os')),
    add('authenticationClient', readText(event, 'client')),
    add('authenticationClientType', readText(event, 'clientType')),
    add('authenticationAuthenticator', readText(event, 'aaguid')),
    typeof named === 'boolean' ? add('authenticationPath', named ? 'username' : findPath(event)) : undefined,
    typeof took === 'number' ? add('authenticationTime', String(findBin(took))) : undefined,
    // A factor of an MFA flow is no sign-in: the flow is counted when it is complete.
    purpose === 'signIn' ? add('signIns', 'passkey') : undefined,
  ]
}

function findPath({ detail }: CountedEvent) {
  if (detail?.immediate === true) return 'immediate'
  return detail?.autofill === true ? 'autofill' : 'usernameless'
}

/** A sign-in with a passkey is one, whatever other factors it had; otherwise its last factor says how it was completed. */
function measureFlow(event: CountedEvent) {
  const factors = String(event.detail?.factors ?? '').split(' ')
  const method = factors.find((factor) => factor.startsWith('passkey')) ? 'passkey' : (factors.at(-1) ?? unknown)
  const isSignIn = event.detail?.kind !== 'signUp'
  return [add('mfaFlows', 'success'), isSignIn ? add('signIns', toDimension(method || unknown)) : undefined]
}

const measureCode: Rule = (event) => [
  add('codes', 'success'),
  event.detail?.purpose === 'sign-in' ? add('signIns', `otp:${readText(event, 'method')}`) : undefined,
]

const measureAccessCode: Rule = ({ detail }) =>
  detail?.purpose === 'temporary_authentication' ? [add('signIns', 'access_code')] : []

const measureRejectedCalls: Rule = ({ detail }) =>
  Object.keys(rejectedCallKinds).map((kind) => {
    const by = Number(detail?.[kind] ?? 0)
    return by > 0 ? { metric: 'rejectedCalls', dimension: kind, by } : undefined
  })

const measureAttempts: Rule = ({ detail }) =>
  Object.keys(attemptKinds).map((kind) => {
    const by = Number(detail?.[kind] ?? 0)
    return by > 0 ? { metric: 'attempts', dimension: kind, by } : undefined
  })

const rules: Readonly<Partial<Record<EventType, Rule>>> = {
  'fido2.passkey.reg.success': measureRegistration,
  'fido2.passkey.reg.failure': fail('registrations', 'registration'),
  'fido2.passkey.auth.success': measureAuthentication,
  'fido2.passkey.auth.failure': fail('authentications', 'authentication'),
  'fido2.tx.completed': succeed('transactions'),
  'fido2.tx.failure': fail('transactions', 'transaction'),
  'fido2.mfa.success': measureFlow,
  'fido2.mfa.failure': fail('mfaFlows', 'mfa'),
  'fido2.otp.verified': measureCode,
  'fido2.otp.failure': fail('codes', 'code'),
  'fido2.access_code.used': measureAccessCode,
  'fido2.user.created': addUser('created'),
  'fido2.user.imported': addUser('imported'),
  'fido2.user.deleted': addUser('deleted'),
  'fido2.calls.rejected': measureRejectedCalls,
  'fido2.attempts.counted': measureAttempts,
}

/**
 * Everything that an event adds to. It depends on nothing but the event, so counting the same events again gives the same
 * result.
 */
export function measure(event: CountedEvent): Measurement[] {
  const measured = rules[event.type]?.(event) ?? []
  return [add('events', event.type), ...measured.filter((one) => one !== undefined)]
}
