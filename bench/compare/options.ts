import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import type { SignInMode, Work } from '../adapters/adapter.ts'
import { requireOneOf, requireWhole } from '../load/options.ts'

/** The works that can be compared, and for sign-ins, how they begin. */
export const comparisons = {
  'sign-ins': { work: 'sign-ins', mode: 'passkey' },
  'named-sign-ins': { work: 'sign-ins', mode: 'name' },
  'sign-ups': { work: 'sign-ups', mode: 'passkey' },
  transactions: { work: 'transactions', mode: 'passkey' },
  verifications: { work: 'verifications', mode: 'passkey' },
} as const satisfies Record<string, { work: Work; mode: SignInMode }>
export type Comparison = keyof typeof comparisons

/** The options of a comparison; README.md explains each option. */
export type Options = {
  revision: string
  names: readonly Comparison[]
  users: number
  rounds: number
  seconds: number
  concurrency: number
  /** How many of each work both do before they are measured. */
  warmUp: number
  port: number
  folder: string
  json: boolean
}

/** @throws Error that says which option is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      compare: { type: 'string', default: 'HEAD' },
      only: { type: 'string' },
      users: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '15' },
      seconds: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '32' },
      'warm-up': { type: 'string', default: '4000' },
      port: { type: 'string', default: '4410' },
      folder: { type: 'string', default: tmpdir() },
      json: { type: 'boolean', default: false },
    },
  })
  const all = Object.keys(comparisons) as Comparison[]
  return {
    revision: values.compare,
    names: values.only?.split(',').map((name) => requireOneOf('only', name, all)) ?? all,
    users: requireWhole('users', values.users),
    rounds: requireWhole('rounds', values.rounds),
    seconds: requireWhole('seconds', values.seconds),
    concurrency: requireWhole('concurrency', values.concurrency),
    warmUp: requireWhole('warm-up', values['warm-up']),
    port: requireWhole('port', values.port),
    folder: values.folder,
    json: values.json,
  }
}
