import type { Results, SignIns } from '@thumbturn/bench/load/results.ts'
import type { ReactNode } from 'react'
import facts from '../../generated/facts.json'
import { FactTable } from './Facts.tsx'

const all = facts.bench as Results[]
type Result = SignIns['results'][number]
type Figure = Exclude<keyof Result, 'contestant'>

const newest = all.find(({ signIns }) => signIns) as Required<Pick<Results, 'measuredAt' | 'signIns'>>
const anonymous = all.find(({ anonymous }) => anonymous) as Required<Pick<Results, 'measuredAt' | 'anonymous'>>

const names: Record<string, [name: string, what: string]> = {
  floor: ['The floor', 'cryptography, JSON, and durable writes on bare node:http, and nothing else'],
  thumbturn: ['Thumbturn', 'the service as npm start runs it, on SQLite'],
  'thumbturn-postgres': [
    'Thumbturn on PostgreSQL',
    'the same service on PostgreSQL; the database server’s CPU time is listed separately',
  ],
  'thumbturn-postgres-2': ['Thumbturn, two processes', 'the same, with two service processes'],
  simplewebauthn: ['SimpleWebAuthn, by hand', 'a server written by following its guide, with Fastify and node:sqlite'],
  'better-auth': [`Better Auth ${newest.signIns.circumstances.betterAuth}`, 'its passkey plugin on its SQLite adapter'],
}

const written = (figure: number | undefined, digits = 0) =>
  figure === undefined ? '–' : figure.toLocaleString('en', { maximumFractionDigits: digits })

type ChartProps = { figure: Figure; title: string; better: 'more' | 'less'; unit?: string }

/** A figure of the newest run as bars, one for each contestant. */
export function BenchmarkChart({ figure, title, better, unit = '' }: ChartProps): ReactNode {
  const { results } = newest.signIns
  const longest = Math.max(...results.map((one) => one[figure] ?? 0))
  return (
    <figure className="bench">
      <figcaption>
        <strong>{title}</strong> {better} is better
      </figcaption>
      <ul>
        {results.map((one) => (
          <li key={one.contestant} className={`bench-${one.contestant}`}>
            <span className="bench-name">{names[one.contestant]?.[0]}</span>
            <span className="bench-track" aria-hidden="true">
              <span style={{ width: `${((one[figure] ?? 0) / longest) * 100}%` }} />
            </span>
            <span className="bench-figure">
              {' '}
              {written(one[figure])}
              {unit}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Every figure of the newest run that was measured. */
export function BenchmarkTable(): ReactNode {
  const { results } = newest.signIns
  const figures = columns.filter(([figure]) => results.some((one) => one[figure] !== undefined))
  const rows = results.map((one) => ({
    key: one.contestant,
    cells: [
      <>
        <strong>{names[one.contestant]?.[0]}</strong>: {names[one.contestant]?.[1]}
      </>,
      ...figures.map(([figure, , digits]) => written(one[figure], digits)),
    ],
  }))
  return <FactTable columns={['Contestant', ...figures.map(([, title]) => title)]} rows={rows} />
}

const columns: [figure: Figure, title: string, digits?: number][] = [
  ['signInsPerSecond', 'Sign-ins/s'],
  ['cpuPerSignIn', 'CPU per sign-in, µs'],
  ['databaseCpuPerSignIn', 'Database server CPU, µs'],
  ['rssMb', 'Memory, MB'],
  ['p50', 'Median latency, ms', 1],
  ['p99', '99th percentile, ms', 1],
]

/** When and how the newest figures came about, in one sentence. */
export function BenchmarkCircumstances(): ReactNode {
  const { node, cores, concurrency, users, rounds, seconds, fsyncMicroseconds } = newest.signIns.circumstances
  return (
    <p>
      Measured on {newest.measuredAt}: Node {node.replace(/^v/, '')}, {cores} cores shared by the service and the load
      generator, {concurrency} concurrent sign-ins
      {users && `, ${written(users)} users`}
      {rounds && `, ${rounds} rounds of ${seconds} seconds`}
      {fsyncMicroseconds && `, ${written(fsyncMicroseconds)} µs per small durable write`}. Figures are medians.
    </p>
  )
}

/** What the newest run says in one sentence. */
export function BenchmarkSummary(): ReactNode {
  return (
    <p>
      Thumbturn completes {written(of('thumbturn'))} full sign-ins per second on {newest.signIns.circumstances.cores}{' '}
      cores. That’s {(of('thumbturn') / of('better-auth')).toFixed(1)} times as many as Better Auth, and{' '}
      {Math.round((of('thumbturn') / of('floor')) * 100)}% of the most that the runtime allows.
    </p>
  )
}

const of = (contestant: string) =>
  newest.signIns.results.find((one) => one.contestant === contestant)?.signInsPerSecond ?? Number.NaN

/** The sign-ins that are never completed. */
export function AnonymousBenchmark(): ReactNode {
  const { calls, callsPerSecond, rowsAdded, rssMb } = anonymous.anonymous
  return (
    <p>
      On {anonymous.measuredAt}, {written(calls)} sign-ins were started for unknown usernames, and none were completed:{' '}
      <strong>{written(rowsAdded)} rows added</strong>, {written(callsPerSecond)} calls per second, and {written(rssMb)}{' '}
      MB of memory at the end.
    </p>
  )
}

/** All days that were measured, the newest first. */
export function BenchmarkHistory(): ReactNode {
  const rows = all.flatMap(({ measuredAt, signIns }) =>
    signIns
      ? [
          {
            key: measuredAt,
            cells: [
              measuredAt,
              ...Object.keys(names).map((name) =>
                written(signIns.results.find(({ contestant }) => contestant === name)?.signInsPerSecond),
              ),
            ],
          },
        ]
      : [],
  )
  return <FactTable columns={['Day', ...Object.values(names).map(([name]) => `${name}, sign-ins/s`)]} rows={rows} />
}
