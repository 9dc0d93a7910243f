import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { recordInAdvance } from '../audit/audit.ts'
import { readAllEvents } from '../events/read-all.ts'
import { exportOwnData } from './own-data.ts'

/** More than a user has: it only bounds the memory of one call. */
const mostEvents = 20_000
const mostTransactions = 20_000

/**
 * Everything stored about a user, for an operator who answers a request for access (GDPR, article 15). Times are ISO 8601. Secrets are left
 * out: they are no data about the user, and would let the reader act as them.
 * @throws AppError not_found
 */
export async function exportUserData(
  core: Core,
  application: Application,
  userId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { store } = core
  const of = { appId: application.id, userId }
  const own = await exportOwnData(core, application, userId)
  await recordInAdvance(core, { action: 'user.dataExported', application: of.appId, target: userId })
  const [credentials, transactions, events] = await Promise.all([
    store.credentials.listByUser(of.appId, userId),
    store.transactions.listByUser({ ...of, limit: mostTransactions }),
    readEvents(core, of),
  ])
  const withoutSecrets = credentials.map(({ secret: _secret, lastStep: _step, ...credential }) => credential)
  const data = { ...own, credentials: withoutSecrets, transactions, events }
  return {
    application: application.id,
    exportedAt: new Date(core.now()).toISOString(),
    ...(writeTimes(data) as typeof data),
  }
}

async function readEvents(core: Core, { appId, userId }: { appId: string; userId: string }) {
  const { signal } = new AbortController()
  const events = []
  for await (const page of readAllEvents(core, { appId, query: { userId }, signal })) {
    events.push(...page)
    if (events.length >= mostEvents) break
  }
  return events
}

/** Times have names that end in `at`, as numbers of milliseconds; binary becomes base64url. */
function writeTimes(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return /(^a|A)t$/.test(name) ? new Date(value).toISOString() : value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64url')
  if (Array.isArray(value)) return value.map((one) => writeTimes(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, writeTimes(one, key)]))
}
