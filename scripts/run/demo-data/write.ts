import type { Core } from '@thumbturn/service/core/core.ts'
import { createRollUpWorker } from '@thumbturn/service/core/use-cases/analytics/worker.ts'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import type { Write } from '@thumbturn/service/core/writes.ts'
import { createDay, type DemoDay } from './days.ts'
import { createUsers, type DemoUser } from './users.ts'

/** The amounts to make up. `events`: roughly how many; `lastDay`: the start of the last day, in milliseconds since 1970. */
export type DemoRequest = {
  appId: string
  seed: number
  users: number
  days: number
  events: number
  lastDay: number
  signal: AbortSignal
  onProgress(progress: { day: number; days: number; events: number; counted: number }): void
}

export type DemoSummary = { application: string; users: number; events: number; counted: number; finished: boolean }

const dayMs = 86_400_000
const perBatch = 100
const rpId = 'localhost'

/**
 * Fills an application with made-up users, passkeys, devices, and events, and counts the events. The same request makes the
 * same data; after an interruption, it continues with the day that isn't complete.
 */
export async function writeDemoData(core: Core, request: DemoRequest): Promise<DemoSummary> {
  const { appId, seed, days, lastDay, signal } = request
  const application =
    (await core.applications.findFresh(appId)) ?? (await createApplication(core, createDemoApplication(appId)))
  const users = createUsers(request)
  const signIns = users.reduce((sum, { since, habit }) => sum + Math.max(0, days - 1 - since) * habit * 0.87, 0)
  const activity = Math.max(0, request.events - users.length) / Math.max(1, signIns * 1.15)
  const summary: DemoSummary = { application: application.id, users: 0, events: 0, counted: 0, finished: false }
  const worker = createRollUpWorker(core)
  const firstDay = lastDay - (days - 1) * dayMs
  for (let day = 0; day < days && !signal.aborted; day++) {
    const created = createDay({ appId, seed, users, firstDay, day, activity })
    if (await isWritten(core, appId, created)) continue
    summary.users += await writeDay(core, appId, created)
    summary.events += created.events.length
    // A round counts at most some thousand events, so it keeps up best day by day.
    summary.counted += await worker.run(signal)
    request.onProgress({ day: day + 1, days, events: summary.events, counted: summary.counted })
  }
  for (let found = 1; found > 0 && !signal.aborted; summary.counted += found) found = await worker.run(signal)
  return { ...summary, finished: !signal.aborted }
}

const createDemoApplication = (id: string) => ({ id, name: 'Sample shop', rpId, origins: ['http://localhost:4300'] })

/** The last event of a day is written last. */
async function isWritten({ store }: Core, appId: string, { events }: DemoDay): Promise<boolean> {
  const last = events.at(-1)
  if (!last) return false
  const { events: found } = await store.events.page(appId, { limit: 50, since: last.at, until: last.at + 1 })
  return found.some(({ id }) => id === last.id)
}

/** Skips what an interrupted run has written; returns how many users were added. */
async function writeDay(core: Core, appId: string, { signUps, uses, events }: DemoDay): Promise<number> {
  let added = 0
  for (const { user, at } of signUps) if ((await core.store.commit(signUp(appId, user, at))) === undefined) added++
  for (const { user, at } of uses) await core.store.commit(usePasskey(appId, user, at))
  const known = await listWritten(core, appId, events)
  const missing = events.filter(({ id }) => !known.has(id))
  for (let from = 0; from < missing.length; from += perBatch)
    await core.store.commit(missing.slice(from, from + perBatch).map((event): Write => ({ append: event })))
  return added
}

async function listWritten({ store }: Core, appId: string, events: DemoDay['events']): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  if (events.length === 0) return known
  const range = { since: events[0]!.at, until: events.at(-1)!.at + 1 }
  for (let before: string | undefined; ; ) {
    const page = await store.events.page(appId, { ...range, limit: 1_000, before })
    for (const { id } of page.events) known.add(id)
    if (page.next === undefined) return known
    before = page.next
  }
}

function signUp(appId: string, user: DemoUser, at: number): Write[] {
  const { id: userId, username, displayName, passkeyId, deviceId, aaguid } = user
  const names = { username, usernameKey: username, addressKey: username, usernameType: 'email' as const, displayName }
  const device = { id: deviceId, description: user.device, thumbprints: [], at }
  return [
    { addUser: { id: userId, appId, ...names, tokenEpoch: 0, status: 'active', createdAt: at } },
    {
      addPasskey: {
        id: passkeyId,
        appId,
        userId,
        slot: 1,
        // No authenticator has it, so it can't sign these users in.
        credentialId: Buffer.from(`demo data ${passkeyId}`).toString('base64url'),
        rpId,
        name: `${user.device.clientName} on ${user.device.osName}`,
        publicKey: new Uint8Array(77),
        publicKeySpki: new Uint8Array(91),
        algorithm: -7,
        signCount: 0,
        aaguid,
        transports: ['internal', 'hybrid'],
        backupEligible: true,
        backedUp: true,
        userVerified: true,
        attestationFormat: 'none',
        createdAt: at,
        createdFromDeviceId: deviceId,
        lastUsedAt: undefined,
        lastUsedFromDeviceId: undefined,
      },
    },
    { seeDevice: { appId, userId, known: [deviceId], ...device } },
  ]
}

function usePasskey(appId: string, { id: userId, passkeyId, deviceId }: DemoUser, at: number): Write[] {
  const state = { signCount: 0, backupEligible: true, backedUp: true, userVerified: true }
  return [{ usePasskey: { appId, userId, id: passkeyId, at, deviceId, ...state } }]
}
