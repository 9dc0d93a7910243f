// Writes the figures of bench/results into bench/README.md and README.md, or compares them (--check).
import { readFileSync, writeFileSync } from 'node:fs'
import { type EarlierContestant, findEarlierContestants } from '@thumbturn/bench/earlier-contestants.ts'
import type { Result, Run } from '@thumbturn/bench/load/results.ts'
import { allResults, newestResults } from '@thumbturn/bench/newest-results.ts'
import { computeRanges, formatRange } from '@thumbturn/bench/ranges.ts'
import { summarizeSignIns } from '@thumbturn/bench/summary.ts'

const root = new URL('../../', import.meta.url)
const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']
const newest = newestResults()
const ranges = computeRanges(allResults())

const names: Record<string, string> = {
  floor: 'a floor: the same cryptography, JSON, and group commit on bare `node:http`, nothing else',
  thumbturn: 'Thumbturn',
  'thumbturn-postgres': 'Thumbturn on PostgreSQL',
  'thumbturn-postgres-2': 'Thumbturn on PostgreSQL, two processes',
  simplewebauthn: 'a server written from the guide of SimpleWebAuthn, with Fastify and `node:sqlite`',
  'better-auth': 'Better Auth with its passkey plugin on its SQLite adapter',
  'oidc-provider': '`oidc-provider` in memory, without a database',
  'pocket-id': 'Pocket ID on SQLite',
  'passkey-server': "Hanko's passkey-server on PostgreSQL",
  hanko: 'Hanko on PostgreSQL',
  kratos: 'Ory Kratos on PostgreSQL',
  rauthy: 'Rauthy on Hiqlite',
  glewlwyd: 'Glewlwyd on SQLite',
}

const write = (figure: number | undefined, digits = 0) =>
  figure === undefined || Number.isNaN(figure) ? '' : figure.toLocaleString('en', { maximumFractionDigits: digits })
const name = ({ contestant, version }: Result | EarlierContestant) => {
  const text = names[contestant] ?? contestant
  return version && !contestant.startsWith('thumbturn') ? `${text}, ${version}` : text
}

/** Lines of at most 120 characters. */
const breakLines = (text: string) => text.replaceAll(/(.{1,120})(?: |$)/g, '$1\n').trimEnd()

const joinParts = (parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join('\n\n')

/** A table of Markdown: the titles of its columns, then its rows. */
const joinTable = (titles: readonly string[], rows: readonly (readonly string[])[]) =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** A table of Markdown, without the columns that no row fills. */
function toTable(columns: readonly [title: string, cell: (result: Result) => string][], results: readonly Result[]) {
  const filled = columns.filter(([title, cell]) => title === '' || results.some((result) => cell(result) !== ''))
  return joinTable(
    filled.map(([title]) => title),
    results.map((result) => filled.map(([, cell]) => cell(result))),
  )
}

const microseconds = (figure: number | undefined) => (figure ? `${write(figure)} µs` : '')
const errors = ({ errors }: Result) => (errors ? write(errors) : '')

function signInTable({ results }: Run): string {
  const floor = results.find(({ contestant }) => contestant === 'floor')?.cpuEach ?? Number.NaN
  return toTable(
    [
      ['', name],
      ['CPU each', ({ cpuEach }) => microseconds(cpuEach)],
      ['of the floor', ({ cpuEach = Number.NaN }) => `${(cpuEach / floor).toFixed(2)} ×`],
      ['CPU of the database', ({ databaseCpuEach }) => microseconds(databaseCpuEach)],
      ['sign-ins/s', ({ perSecond }) => write(perSecond)],
      ['on all days', ({ contestant }) => formatRange(ranges.perSecond[contestant]!)],
      ['memory idle, MB', ({ idleRssMb }) => write(idleRssMb)],
      ['under load', ({ rssMb }) => write(rssMb)],
      ['at most', ({ peakRssMb }) => write(peakRssMb)],
      ['errors', errors],
    ],
    results,
  )
}

const workTable = (work: string, { results }: Run) =>
  toTable(
    [
      ['', name],
      ['CPU each', ({ cpuEach }) => microseconds(cpuEach)],
      ['CPU of the database', ({ databaseCpuEach }) => microseconds(databaseCpuEach)],
      [`${work}/s`, ({ perSecond }) => write(perSecond)],
      ['p50, ms', ({ p50 }) => write(p50, 1)],
      ['p95', ({ p95 }) => write(p95, 1)],
      ['p99', ({ p99 }) => write(p99, 1)],
      ['errors', errors],
    ],
    results,
  )

/** Those that the newest run of a kind doesn't have. */
function earlierTable(kind: 'signIns' | 'namedSignIns'): string | undefined {
  const earlier = findEarlierContestants(allResults(), kind)
  if (earlier.length === 0) return undefined
  const rows = earlier.map((one) => [
    name(one),
    one.day,
    `${write(one.cpuInOurs, 1)} ×`,
    `${write(one.rateInOurs, 2)} ×`,
  ])
  const titles = ['', 'measured on', "CPU each, of Thumbturn's", "sign-ins/s, of Thumbturn's"]
  return `Measured earlier, and compared with Thumbturn on SQLite in the same run:\n\n${joinTable(titles, rows)}`
}

/** Sign-ins a second and p99 of each contestant, with a column for each number of sign-ins at a time. */
function concurrencyTable(runs: readonly Run[]): string {
  const columns = runs.map(({ circumstances, results }): [string, (result: Result) => string] => [
    `${circumstances.concurrency} at a time`,
    ({ contestant }) => {
      const found = results.find((result) => result.contestant === contestant)
      return found ? `${write(found.perSecond)}/s, p99 ${write(found.p99, 1)} ms` : ''
    },
  ])
  return toTable([['', name], ...columns], runs[0]!.results)
}

function listParts(): string[] {
  const { namedSignIns, signUps, transactions, verifications, authorizations, byConcurrency, constantRate } = newest
  const parts: [title: string, text: string | undefined][] = [
    [
      'Sign-ins that begin with a username:',
      namedSignIns && joinParts([workTable('sign-ins', namedSignIns), earlierTable('namedSignIns')]),
    ],
    ['Sign-ups:', signUps && workTable('sign-ups', signUps)],
    ['Transactions confirmed with a passkey:', transactions && workTable('transactions', transactions)],
    ['Tokens or sessions verified by a call of a backend:', verifications && workTable('verifications', verifications)],
    [
      'OpenID Connect sign-ins of users who have a browser session (authorization request, exchange of the code, userinfo):',
      authorizations && workTable('sign-ins', authorizations),
    ],
    ['Sign-ins, by how many are under way at once:', byConcurrency && concurrencyTable(byConcurrency)],
    [
      `Sign-ins of which ${constantRate?.circumstances.rate} begin in each second:`,
      constantRate && workTable('sign-ins', constantRate),
    ],
  ]
  return parts.flatMap(([title, text]) => (text ? [title, text] : []))
}

const { starts, besidePasswords, pages: weights } = newest

const startLine =
  starts &&
  `A start takes ${write(starts.laterMs)} ms to the first response (${write(starts.laterCpuMs)} ms of processor time), and ${write(starts.firstMs)} ms in an empty folder (\`node bench/starts.ts\`).`

const passwordLine =
  besidePasswords &&
  `The 99th percentile of ${besidePasswords.circumstances.rate} sign-ins a second is ${write(besidePasswords.alone.p99, 1)} ms alone, and ${write(besidePasswords.beside.p99, 1)} ms with ${besidePasswords.circumstances.clients} clients that send one password after another (\`node bench/password-load.ts\`).`

/** Bytes as they are transferred, and the slowest of what visitors do there. */
function pageTable(): string | undefined {
  if (!weights) return undefined
  const scripts = (kinds: Record<string, number>) => write((kinds.script ?? 0) / 1_000)
  const rows = weights.pages.map(({ name, requests, bytes, kinds }) => [
    name,
    write(requests),
    write(bytes / 1_000),
    scripts(kinds),
  ])
  return joinTable(['', 'requests', 'kB', 'kB of scripts'], rows)
}

const interactionLine =
  weights &&
  `Medians of what visitors do: ${weights.interactions.map(({ name, ms }) => `${name} ${write(ms)} ms`).join(', ')}.`

const lighthouseLine =
  weights?.lighthouse &&
  `Lighthouse for phones: ${weights.lighthouse
    .map(({ path, scores }) => `\`${path}\` ${Object.values(scores).join(' / ')}`)
    .join(', ')} (${Object.keys(weights.lighthouse[0]?.scores ?? {}).join(' / ')}).`

const pageParts = weights
  ? ['Pages of the website and the dashboard, with an empty cache:', pageTable(), interactionLine, lighthouseLine]
  : []

const { anonymous } = newest
const million = `${write(anonymous.calls)} sign-ins started but never completed (\`node bench/anonymous.ts\`): ${anonymous.rowsAdded} rows added, ${write(
  anonymous.callsPerSecond,
)} calls/s, ${anonymous.rssMb} MB afterward.`

const summary = breakLines(summarizeSignIns())

const pages: Record<string, string> = {
  'bench/README.md': joinParts([
    summary,
    signInTable(newest.signIns),
    earlierTable('signIns'),
    ...listParts(),
    million,
    startLine,
    passwordLine,
    ...pageParts,
  ]),
  'README.md': summary,
}
for (const [path, figures] of Object.entries(pages)) {
  const file = new URL(path, root)
  const text = readFileSync(file, 'utf8')
  const made = text.replace(new RegExp(`${begin}[\\s\\S]*${end}`), () => `${begin}\n${figures}\n${end}`)
  if (!process.argv.includes('--check')) writeFileSync(file, made)
  else if (made !== text) {
    console.error(`The figures in ${path} do not match bench/results: run npm run emit`)
    process.exitCode = 1
  }
}
