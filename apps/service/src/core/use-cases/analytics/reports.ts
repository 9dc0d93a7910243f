import type { CountedCeremony } from '@thumbturn/contract/vocabulary/analytics.ts'
import { estimateQuantile, findBinStart } from '../../model/analytics/histogram.ts'
import type { Period } from '../../model/analytics/period.ts'
import type { Metric } from '../../model/analytics/roll-up.ts'
import { type CountReader, createCountReader, type ReportCore } from './read-counts.ts'
import { readSeries, readTotals, type Totals } from './totals.ts'

type Range = Pick<Period, 'from' | 'to'>
export type Rank = { name: string; count: number; share: number }

const divide = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

const findOutcomes = (totals: Totals, metric: Metric) => ({
  success: totals.count(metric, 'success'),
  failure: totals.count(metric, 'failure'),
})

function rank(totals: Totals, metric: Metric): Rank[] {
  const sum = totals.sum(metric)
  return totals.rank(metric).map(({ name, count }) => ({ name, count, share: divide(count, sum) }))
}

function countSignIns(totals: Totals) {
  const passkey = totals.count('signIns', 'passkey')
  const fallback = totals.sum('signIns') - passkey
  return { passkey, fallback, fallbackShare: divide(fallback, passkey + fallback) }
}

const actions = ['registrations', 'authentications', 'transactions'] as const

const countActions = (totals: Totals) => ({
  registrations: findOutcomes(totals, 'registrations'),
  authentications: findOutcomes(totals, 'authentications'),
  transactions: findOutcomes(totals, 'transactions'),
})

/** Everything that the overview of an application shows. */
export async function summarize(core: ReportCore, appId: string, period: Range) {
  const metrics = [...actions, 'mfaFlows', 'codes', 'signIns', 'users', 'rejectedCalls'] as const
  const totals = await readTotals(createCountReader(core), appId, { period, metrics })
  const countUsers = (how: string) => totals.count('users', how)
  return {
    ...countActions(totals),
    mfaFlows: findOutcomes(totals, 'mfaFlows'),
    codes: findOutcomes(totals, 'codes'),
    signIns: countSignIns(totals),
    users: {
      registered: countUsers('registered'),
      created: countUsers('created'),
      imported: countUsers('imported'),
      deleted: countUsers('deleted'),
    },
    rejectedCalls: totals.sum('rejectedCalls'),
  }
}

/** `days`: the moments at which its days begin, and its end; undefined if they are not to be counted one by one. */
type BriefRange = Range & { days?: readonly number[] | undefined }

/** One line of the overview of all applications. */
async function summarizeBriefly(read: CountReader, appId: string, { days, ...period }: BriefRange) {
  const totals = await readTotals(read, appId, { period, metrics: [...actions, 'users'] })
  const newUsers = totals.sum('users') - totals.count('users', 'deleted')
  const authenticationsByDay = days && (await countByDay(read, appId, days))
  return { ...countActions(totals), newUsers, ...(authenticationsByDay && { authenticationsByDay }) }
}

async function countByDay(read: CountReader, appId: string, bounds: readonly number[]): Promise<number[]> {
  const series = await readSeries(read, appId, { metric: 'authentications', bounds })
  return [...(series.get('success') ?? bounds.slice(1).map(() => 0))]
}

// The others wait, so that an installation of thousands of applications has connections left for sign-ins.
const mostAtOnce = 4

/** The lines of these applications, in their order. */
export async function summarizeAll(core: ReportCore, appIds: readonly string[], period: BriefRange) {
  const lines = new Map<string, Awaited<ReturnType<typeof summarizeBriefly>>>()
  const counts = createCountReader(core)
  for (let from = 0; from < appIds.length; from += mostAtOnce) {
    const some = appIds.slice(from, from + mostAtOnce)
    const read = await Promise.all(some.map((appId) => summarizeBriefly(counts, appId, period)))
    for (const [index, line] of read.entries()) lines.set(some[index]!, line)
  }
  return lines
}

const deviceMetrics = {
  authentications: ['authenticationOs', 'authenticationClient', 'authenticationClientType'],
  registrations: ['registrationOs', 'registrationClient', 'registrationClientType'],
} as const satisfies Record<CountedCeremony, readonly Metric[]>

export async function rankDevices(
  core: ReportCore,
  appId: string,
  { period, of }: { period: Range; of: CountedCeremony },
) {
  const [os, client, clientType] = deviceMetrics[of]
  const totals = await readTotals(createCountReader(core), appId, { period, metrics: deviceMetrics[of] })
  return { os: rank(totals, os), client: rank(totals, client), clientType: rank(totals, clientType) }
}

/** Authenticator models by AAGUID. */
export async function rankAuthenticators(
  core: ReportCore,
  appId: string,
  { period, of }: { period: Range; of: CountedCeremony },
): Promise<Rank[]> {
  const metric = of === 'registrations' ? 'registrationAuthenticator' : 'authenticationAuthenticator'
  return rank(await readTotals(createCountReader(core), appId, { period, metrics: [metric] }), metric)
}

/** How sign-ins succeed, how long they take, and why they fail. What can't be computed without any sign-in is undefined. */
export async function reportSignIns(core: ReportCore, appId: string, period: Range) {
  const metrics = ['authentications', 'authenticationTime', 'signIns', 'errors'] as const
  const totals = await readTotals(createCountReader(core), appId, { period, metrics })
  const { success: succeeded, failure: failed } = findOutcomes(totals, 'authentications')
  return {
    succeeded,
    failed,
    successRate: succeeded + failed === 0 ? undefined : divide(succeeded, succeeded + failed),
    time: describeTime(totals),
    methods: rank(totals, 'signIns'),
    fallbackShare: totals.sum('signIns') === 0 ? undefined : countSignIns(totals).fallbackShare,
    errors: totals.rank('errors').map(toError),
  }
}

function toError({ name, count }: { name: string; count: number }) {
  const end = name.indexOf(':')
  return { ceremony: end < 0 ? name : name.slice(0, end), reason: name.slice(end + 1), count }
}

function describeTime(totals: Totals) {
  const counts = totals.rank('authenticationTime').map(({ name, count }) => [Number(name), count] as const)
  const bins = new Map([...counts].sort(([a], [b]) => a - b))
  const [medianMs, p95Ms] = [estimateQuantile(bins, 0.5), estimateQuantile(bins, 0.95)]
  if (medianMs === undefined || p95Ms === undefined) return undefined
  const round = (bin: number) => Math.round(findBinStart(bin))
  return {
    medianMs,
    p95Ms,
    bins: [...bins].map(([bin, count]) => ({ fromMs: round(bin), toMs: round(bin + 1), count })),
  }
}
