import type { analyticsRoutes } from '@thumbturn/contract/admin/analytics.ts'
import type { ReportFormat } from '@thumbturn/contract/vocabulary/analytics.ts'
import type { Core } from '../../core/core.ts'
import {
  countDays,
  type Period,
  type PeriodRequest,
  readPeriod,
  splitPeriod,
} from '../../core/model/analytics/period.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import { canSee } from '../../core/model/members/roles.ts'
import { reportAdoption } from '../../core/use-cases/analytics/adoption.ts'
import { countEnrollment } from '../../core/use-cases/analytics/enrollment.ts'
import { createCountReader } from '../../core/use-cases/analytics/read-counts.ts'
import {
  type Rank,
  rankAuthenticators,
  rankDevices,
  reportSignIns,
  summarize,
  summarizeAll,
} from '../../core/use-cases/analytics/reports.ts'
import { readSeries } from '../../core/use-cases/analytics/totals.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'
import { createCsv } from './csv.ts'

type Query = PeriodRequest & { format?: ReportFormat }

async function openReport(core: Core, id: string, query: Query) {
  const { id: appId } = await administered(core, id)
  const period = readPeriod(query, core.now())
  return { appId, period, covered: describePeriod(period) }
}

const describePeriod = ({ from, to, zone }: Period) => ({
  from: timestamp(from),
  to: timestamp(to),
  timeZone: zone.name,
})

type Rows = Parameters<typeof createCsv>[1]

/** The result as the caller asks for it; the rows are only put together for CSV. */
const present = <Result>({ format }: Query, name: string, { result, rows }: { result: Result; rows: () => Rows }) =>
  format === 'csv' ? createCsv(name, rows()) : result

const listOutcomes = (outcomes: object): (readonly [string, string, number])[] =>
  Object.entries(outcomes as Record<string, number | Record<string, number>>).flatMap(([metric, counts]) =>
    typeof counts === 'number'
      ? [[metric, '', counts] as const]
      : Object.entries(counts).map(([name, count]) => [metric, name, count] as const),
  )

const listRanked = (kind: string, ranked: readonly Rank[]) =>
  ranked.map(({ name, count, share }) => [kind, name, count, share])

/** Longer periods have no counts of single days in the overview. */
const mostDays = 366

export const analytics = {
  async analyticsSummary({ params, query }, { core }) {
    const { appId, period, covered } = await openReport(core, params.id, query)
    const summary = await summarize(core, appId, period)
    const rows = () => [['metric', 'name', 'count'], ...listOutcomes(summary)]
    return present(query, 'summary', { result: { ...covered, ...summary }, rows })
  },
  async analyticsSeries({ params, query }, { core }) {
    const { appId, period, covered } = await openReport(core, params.id, query)
    const { metric, interval = 'day' } = query
    const bounds = splitPeriod(period, interval)
    const series = await readSeries(createCountReader(core), appId, { metric, bounds })
    const names = [...series.keys()]
    const intervals = bounds.slice(1).map((end, index) => ({
      start: timestamp(bounds[index]!),
      end: timestamp(end),
      counts: [...series.values()].map((values) => values[index] ?? 0),
    }))
    const rows = () => [
      ['start', 'end', ...names],
      ...intervals.map(({ start, end, counts }) => [start, end, ...counts]),
    ]
    return present(query, metric, { result: { ...covered, metric, interval, names, intervals }, rows })
  },
  async analyticsDevices({ params, query }, { core }) {
    const { appId, period, covered } = await openReport(core, params.id, query)
    const { of = 'authentications' } = query
    const devices = await rankDevices(core, appId, { period, of })
    const lines = Object.entries(devices).flatMap(([kind, ranked]) => listRanked(kind, ranked))
    const rows = () => [['kind', 'name', 'count', 'share'], ...lines]
    return present(query, 'devices', { result: { ...covered, of, ...devices }, rows })
  },
  async analyticsAuthenticators({ params, query }, { core }) {
    const { appId, period, covered } = await openReport(core, params.id, query)
    const { of = 'authentications' } = query
    const authenticators = (await rankAuthenticators(core, appId, { period, of })).map((ranked) => {
      const { name, iconLight, iconDark } = core.providers.find(ranked.name) ?? {}
      return { aaguid: ranked.name, name, iconLight, iconDark, count: ranked.count, share: ranked.share }
    })
    const lines = authenticators.map(({ aaguid, name, count, share }) => [aaguid, name, count, share])
    const rows = () => [['aaguid', 'name', 'count', 'share'], ...lines]
    return present(query, 'authenticators', { result: { ...covered, of, authenticators }, rows })
  },
  async analyticsSignIns({ params, query }, { core }) {
    const { appId, period, covered } = await openReport(core, params.id, query)
    const report = await reportSignIns(core, appId, period)
    const rows = () => [
      ['kind', 'name', 'count'],
      ['authentications', 'success', report.succeeded],
      ['authentications', 'failure', report.failed],
      ...report.methods.map(({ name, count }) => ['method', name, count]),
      ...report.errors.map(({ ceremony, reason, count }) => [`error: ${ceremony}`, reason, count]),
    ]
    return present(query, 'sign-ins', { result: { ...covered, ...report }, rows })
  },
  async analyticsAdoption({ params, query }, { core }) {
    const { appId, period, covered } = await openReport(core, params.id, query)
    const { signIns, ...creation } = await reportAdoption(core, appId, period)
    const { failed, ...paths } = signIns
    const signInRows = Object.entries(paths).flatMap(([path, { started, completed }]) => [
      ['signIns', `${path} started`, started],
      ['signIns', `${path} completed`, completed],
    ])
    const rows = () => [
      ['stage', 'name', 'count'],
      ...listOutcomes(creation),
      ...signInRows,
      ['signIns', 'failed', failed],
    ]
    return present(query, 'adoption', { result: { ...covered, ...creation, signIns }, rows })
  },
  async analyticsEnrollment({ params }, { core }) {
    const { id } = await administered(core, params.id)
    const { countedAt, ...counts } = await countEnrollment(core, id)
    return { ...counts, countedAt: timestamp(countedAt) }
  },
  async analyticsOverview({ query }, { core, caller }) {
    const period = readPeriod(query, core.now())
    const isListed = ({ id }: { id: string }) =>
      id !== ownApplicationId && (caller.kind !== 'member' || canSee(caller.member, id))
    const listed = (await core.store.applications.list()).filter(isListed)
    const ids = listed.map(({ id }) => id)
    const days = countDays(period.first, period.last) > mostDays ? undefined : splitPeriod(period, 'day')
    const lines = await summarizeAll(core, ids, { from: period.from, to: period.to, days })
    const applications = listed.map(({ id, name }) => ({ id, name, ...lines.get(id)! }))
    const rows = () => [
      ['application', 'metric', 'name', 'count'],
      ...applications.flatMap(({ id, name, authenticationsByDay, ...counts }) =>
        listOutcomes(counts).map((line) => [id, ...line]),
      ),
    ]
    return present(query, 'applications', { result: { ...describePeriod(period), applications }, rows })
  },
} satisfies HandlersOf<typeof analyticsRoutes>
