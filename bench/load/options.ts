import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { type SignInMode, type Work, works } from '../adapters/adapter.ts'
import { adapters, findAdapter } from '../adapters/adapters.ts'
import type { Results } from './results.ts'

/** The options of a run of the benchmark; README.md explains each option. */
export type Options = {
  names: readonly string[]
  mode: SignInMode
  work: Work
  users: number
  rounds: number
  seconds: number
  concurrencies: readonly number[]
  rate: number | undefined
  port: number
  folder: string
  fsyncMs: number
  settings: Readonly<Record<string, string>>
  json: boolean
  /** The part of the saved results that this run replaces; undefined if it isn't saved. */
  part: Part | undefined
}

export type Part = Exclude<keyof Results, 'measuredAt' | 'anonymous'>

const parts: Record<Work, Part> = {
  'sign-ins': 'signIns',
  'sign-ups': 'signUps',
  transactions: 'transactions',
  verifications: 'verifications',
  authorizations: 'authorizations',
}

/** Contestants whose figures the README compares. */
const compared = ['floor', 'thumbturn', 'better-auth']

/** @throws Error that says which option is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      mode: { type: 'string', default: 'passkey' },
      users: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '8' },
      concurrency: { type: 'string', default: '32' },
      rate: { type: 'string' },
      work: { type: 'string', default: 'sign-ins' },
      port: { type: 'string', default: '4410' },
      folder: { type: 'string', default: tmpdir() },
      'fsync-ms': { type: 'string', default: '0' },
      setting: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  const work = requireOneOf('work', values.work, works)
  const mode = requireOneOf('mode', values.mode, ['passkey', 'name'])
  const options = {
    names: values.only?.split(',') ?? listContestants(work, mode),
    mode,
    work,
    users: requireWhole('users', values.users),
    rounds: requireWhole('rounds', values.rounds),
    seconds: requireWhole('seconds', values.seconds),
    concurrencies: values.concurrency.split(',').map((text) => requireWhole('concurrency', text)),
    rate: values.rate === undefined ? undefined : requireWhole('rate', values.rate),
    port: requireWhole('port', values.port),
    folder: values.folder,
    fsyncMs: Number(values['fsync-ms']),
    settings: Object.fromEntries(values.setting.map((text) => text.split(/=(.*)/s, 2))),
    json: values.json,
  }
  for (const name of options.names) requireAble(name, work)
  return { ...options, part: values.save ? findPart(options) : undefined }
}

/** Those that can do the work here, in the order of the table. */
function listContestants(work: Work, mode: SignInMode): string[] {
  return Object.entries(adapters)
    .filter(([, { modes, works, missing }]) => {
      const hasMode = work === 'authorizations' || modes.includes(mode)
      return works.includes(work) && hasMode && !missing?.()
    })
    .map(([name]) => name)
}

function requireAble(name: string, work: Work): void {
  const { works, missing } = findAdapter(name)
  if (!works.includes(work)) throw new Error(`${name} has no ${work}; it has ${works.join(' and ')}`)
  const reason = missing?.()
  if (reason) throw new Error(`${name} can't take part: ${reason}`)
}

/** Kept results are compared with earlier ones, so only usual runs are kept. */
function findPart(options: Omit<Options, 'part'>): Part {
  const { work, mode, names, concurrencies, rate, fsyncMs, settings } = options
  if (fsyncMs !== 0 || Object.keys(settings).length > 0)
    throw new Error('--save keeps no run with --fsync-ms or --setting')
  if (mode === 'name') {
    if (work !== 'sign-ins' || rate !== undefined || concurrencies.length > 1)
      throw new Error('--save keeps only sign-ins with --mode name, without --rate and with one concurrency')
    return 'namedSignIns'
  }
  if (rate !== undefined || concurrencies.length > 1) {
    if (work !== 'sign-ins') throw new Error(`--save keeps ${work} neither at a rate nor with several concurrencies`)
    if (rate !== undefined && concurrencies.length > 1) throw new Error('--rate takes one concurrency')
    return rate === undefined ? 'byConcurrency' : 'constantRate'
  }
  const left = compared.filter((name) => !names.includes(name))
  if (work === 'sign-ins' && left.length > 0) throw new Error(`--save keeps no sign-ins without ${left.join(', ')}`)
  return parts[work]
}

/** @throws Error another value than those allowed */
export function requireOneOf<Value extends string>(option: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new Error(`--${option} is one of ${allowed.join(', ')}, not ${value}`)
  return found
}

/** @throws Error no whole number from 1 */
export function requireWhole(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${option} takes whole numbers from 1, not ${text}`)
  return Number(text)
}
