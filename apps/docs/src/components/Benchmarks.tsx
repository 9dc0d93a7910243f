import type { EarlierContestant } from '@thumbturn/bench/earlier-contestants.ts'
import type { Result, Results, Run } from '@thumbturn/bench/load/results.ts'
import type { Ranges } from '@thumbturn/bench/ranges.ts'
import type { ReactNode } from 'react'
import bench from '../../generated/bench.json'
import { FactTable } from './Facts.tsx'

// TypeScript takes a field that one of the results lacks for undefined in the others.
const { all, newest, ranges, earlier, summary } = bench as unknown as {
  all: Results[]
  /** The newest figures of each kind, whenever they were measured. */
  newest: Results & Required<Pick<Results, 'signIns' | 'anonymous'>>
  ranges: Ranges
  summary: string
  earlier: Record<'signIns' | 'namedSignIns', EarlierContestant[]>
}
type Figure = Exclude<keyof Result, 'contestant' | 'version' | 'commits'>

const dayOf = (part: 'signIns' | 'anonymous') => all.find((one) => one[part])?.measuredAt

const names: Record<string, [name: string, what: string]> = {
  floor: ['The floor (minimum)', 'cryptography, JSON, and durable writes on bare node:http, and nothing else'],
  thumbturn: ['Thumbturn', 'the service as users install it, on SQLite'],
  'thumbturn-postgres': [
    'Thumbturn on PostgreSQL',
    'the same service on PostgreSQL; the database server’s CPU time is listed separately',
  ],
  'thumbturn-postgres-2': ['Thumbturn, two processes', 'the same, with two service processes'],
  simplewebauthn: ['SimpleWebAuthn, by hand', 'a server written by following its guide, with Fastify and node:sqlite'],
  'better-auth': ['Better Auth', 'its passkey plugin on its SQLite adapter'],
  'pocket-id': ['Pocket ID', 'on SQLite'],
  'passkey-server': ['Hanko passkey-server', 'on PostgreSQL'],
  hanko: ['Hanko', 'on PostgreSQL'],
  kratos: ['Ory Kratos', 'on PostgreSQL'],
  rauthy: ['Rauthy', 'on its database Hiqlite'],
  glewlwyd: ['Glewlwyd', 'on SQLite'],
}
const findName = (contestant: string) => names[contestant]?.[0] ?? contestant

/** Those that the first table introduces. */
const introduced = new Set(newest.signIns.results.map(({ contestant }) => contestant))

/** The rows of a table: each contestant with its version, and with what it is unless the first table says so, then its figures. */
function toRows<Row extends Result | EarlierContestant>(
  results: readonly Row[],
  cellsOf: (result: Row) => ReactNode[],
  isFirst = false,
) {
  return results.map((one) => ({
    key: one.contestant,
    cells: [
      <>
        <strong>
          {findName(one.contestant)}
          {one.version && !one.contestant.startsWith('thumbturn') && ` ${one.version}`}
        </strong>
        {(isFirst || !introduced.has(one.contestant)) && `: ${names[one.contestant]?.[1]}`}
      </>,
      ...cellsOf(one),
    ],
  }))
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
            <span className="bench-name">{findName(one.contestant)}</span>
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
  return (
    <>
      <RunTable run={newest.signIns} work="Sign-ins" isFirst />
      <EarlierTable contestants={earlier.signIns} />
    </>
  )
}

type RunTableProps = { run: Run; work: string; isFirst?: boolean }

function RunTable({ run: { results }, work, isFirst }: RunTableProps): ReactNode {
  const columns: [figure: Figure, title: string, digits?: number][] = [
    ['cpuEach', 'CPU each, µs'],
    ['databaseCpuEach', 'Database server CPU, µs'],
    ['perSecond', `${work}/s`],
    ['idleRssMb', 'Idle memory, MB'],
    ['rssMb', 'Memory, MB'],
    ['peakRssMb', 'Peak memory, MB'],
    ['p50', 'Median latency, ms', 1],
    ['p95', '95th percentile, ms', 1],
    ['p99', '99th percentile, ms', 1],
    ['errors', 'Errors'],
  ]
  const figures = columns.filter(([figure]) => results.some((one) => one[figure]))
  const rows = toRows(results, (one) => figures.map(([figure, , digits]) => written(one[figure], digits)), isFirst)
  return <FactTable columns={['Contestant', ...figures.map(([, title]) => title)]} rows={rows} />
}

/** Products that the newest run doesn't have, compared with Thumbturn in the last one that does. */
function EarlierTable({ contestants }: { contestants: readonly EarlierContestant[] }): ReactNode {
  if (contestants.length === 0) return null
  const rows = toRows(contestants, ({ day, cpuInOurs, rateInOurs }) => [
    day,
    `${written(cpuInOurs, 1)} ×`,
    `${written(rateInOurs, 2)} ×`,
  ])
  return (
    <>
      <p>Measured earlier, and compared with Thumbturn on SQLite in the same run:</p>
      <FactTable columns={['Contestant', 'Day', 'CPU each', 'Sign-ins/s']} rows={rows} />
    </>
  )
}

/** The newest run of each other work, of several numbers of clients, and at a constant rate, where there is one. */
export function BenchmarkOthers(): ReactNode {
  const { namedSignIns, signUps, transactions, verifications, byConcurrency, constantRate } = newest
  const runs: [title: string, work: string, run: Run | undefined][] = [
    ['Sign-ins that begin with a username', 'Sign-ins', namedSignIns],
    ['Sign-ups', 'Sign-ups', signUps],
    ['Transactions confirmed with a passkey', 'Transactions', transactions],
    ['Tokens or sessions that a backend verifies by a call', 'Verifications', verifications],
    [`Sign-ins at a constant ${constantRate?.circumstances.rate} per second`, 'Sign-ins', constantRate],
  ]
  return (
    <>
      {runs.map(
        ([title, work, run]) =>
          run && (
            <section key={title}>
              <h3>{title}</h3>
              <RunTable run={run} work={work} />
              {run === namedSignIns && <EarlierTable contestants={earlier.namedSignIns} />}
            </section>
          ),
      )}
      {byConcurrency && <ConcurrencyTable runs={byConcurrency} />}
      <StartsAndPasswords />
    </>
  )
}

/** How long a start takes, and how long a sign-in takes during password hashes. */
function StartsAndPasswords(): ReactNode {
  const { starts, besidePasswords } = newest
  return (
    <>
      {starts && (
        <section>
          <h3>Starts</h3>
          <p>
            The service responds {written(starts.laterMs)} ms after its process starts, and uses{' '}
            {written(starts.laterCpuMs)} ms of CPU time for that. The first start, which creates a database, takes{' '}
            {written(starts.firstMs)} ms.
          </p>
        </section>
      )}
      {besidePasswords && (
        <section>
          <h3>Sign-ins during password hashes</h3>
          <p>
            With {besidePasswords.circumstances.rate} sign-ins per second, the 99th percentile is{' '}
            {written(besidePasswords.alone.p99, 1)} ms. While {besidePasswords.circumstances.clients} clients send one
            password after another, it’s {written(besidePasswords.beside.p99, 1)} ms.
          </p>
        </section>
      )}
    </>
  )
}

/** The weight of pages, their response times, and Lighthouse's scores. */
export function BenchmarkPages(): ReactNode {
  const { pages: { pages = [], interactions = [], lighthouse = [] } = {} } = newest
  const kilobytes = (bytes: number) => written(bytes / 1_000)
  const categories = Object.keys(lighthouse[0]?.scores ?? {})
  return (
    <>
      <FactTable
        columns={['Page', 'Requests', 'kB', 'kB of scripts']}
        rows={pages.map(({ name, requests, bytes, kinds }) => ({
          key: name,
          cells: [name, written(requests), kilobytes(bytes), kilobytes(kinds.script ?? 0)],
        }))}
      />
      <FactTable
        columns={['What a visitor does', 'Median, ms']}
        rows={interactions.map(({ name, ms }) => ({ key: name, cells: [name, written(ms)] }))}
      />
      {lighthouse.length > 0 && (
        <FactTable
          columns={['Lighthouse, phone', ...categories]}
          rows={lighthouse.map(({ path, scores }) => ({
            key: path,
            cells: [path, ...categories.map((category) => written(scores[category]))],
          }))}
        />
      )}
    </>
  )
}

function ConcurrencyTable({ runs }: { runs: readonly Run[] }): ReactNode {
  const columns = runs.map(({ circumstances }) => `${circumstances.concurrency} concurrent`)
  const rows = toRows(runs[0]?.results ?? [], ({ contestant }) =>
    runs.map(({ results }) => {
      const found = results.find((one) => one.contestant === contestant)
      return `${written(found?.perSecond)}/s, 99th percentile ${written(found?.p99, 1)} ms`
    }),
  )
  return (
    <section>
      <h3>Concurrent sign-ins</h3>
      <FactTable columns={['Contestant', ...columns]} rows={rows} />
    </section>
  )
}

/** When and how the newest figures came about, in one sentence, and how each contestant commits. */
export function BenchmarkCircumstances(): ReactNode {
  const { circumstances, results } = newest.signIns
  const { node, cores, concurrency, users, rounds, seconds, fsyncMicroseconds } = circumstances
  const commits = Map.groupBy(
    results.filter(({ commits }) => commits),
    ({ commits }) => commits,
  )
  return (
    <p>
      Measured on {dayOf('signIns')}: Node {node.replace(/^v/, '')}, {cores} cores shared by the service and the load
      generator, {concurrency} concurrent sign-ins
      {users && `, ${written(users)} users`}
      {rounds && `, ${rounds} rounds of ${seconds} seconds`}
      {fsyncMicroseconds && `, ${written(fsyncMicroseconds)} µs per small durable write`}. Figures are medians.
      {[...commits].map(
        ([how, those]) => ` Commits of ${those.map(({ contestant }) => findName(contestant)).join(', ')}: ${how}.`,
      )}
    </p>
  )
}

/** The cost of sign-ins, in a few sentences. */
export const BenchmarkSummary = (): ReactNode => <p>{summary}</p>

/** The sign-ins that are never completed. */
export function AnonymousBenchmark(): ReactNode {
  const { calls, callsPerSecond, rowsAdded, rssMb } = newest.anonymous
  return (
    <p>
      On {dayOf('anonymous')}, {written(calls)} sign-ins were started for unknown usernames, and none were completed:{' '}
      <strong>{written(rowsAdded)} rows added</strong>, {written(callsPerSecond)} calls per second, and {written(rssMb)}{' '}
      MB of memory at the end.
    </p>
  )
}

/** All days that were measured, the newest first. */
export function BenchmarkHistory(): ReactNode {
  const contestants = Object.keys(ranges.perSecond)
  const rows = all.flatMap(({ measuredAt, signIns }) =>
    signIns
      ? [
          {
            key: measuredAt,
            cells: [
              measuredAt,
              ...contestants.map((name) => {
                const found = signIns.results.find(({ contestant }) => contestant === name)
                return found ? `${written(found.cpuEach)} µs, ${written(found.perSecond)}/s` : '–'
              }),
            ],
          },
        ]
      : [],
  )
  return <FactTable columns={['Day', ...contestants.map(findName)]} rows={rows} />
}
