import type { Core } from '../../core.ts'
import type { SessionClient } from '../../model/authorization/browser-session.ts'
import { toSubject } from '../../model/authorization/subject.ts'
import type { Write } from '../../writes.ts'

type OfUser = { appId: string; userId: string }

/** Longer, and a user could have signed in again, whom a client that ignores `sid` would sign out. */
const lifetimeMs = 3_600_000

/**
 * The writes that notify the clients of a session of its end. They belong in the batch that ends it, after that fact: the session is all
 * that names its clients.
 */
export async function queueLogouts(
  core: Core,
  { appId, userId, id }: OfUser & { id: string },
): Promise<readonly Write[]> {
  return toWrites(core, { userId, clients: await core.store.browserSessions.listClients({ appId, id }) })
}

/** The same for the clients of every session of a user. */
export async function queueLogoutsOfUser(core: Core, user: OfUser): Promise<readonly Write[]> {
  return toWrites(core, { userId: user.userId, clients: await core.store.browserSessions.listClientsOfUser(user) })
}

/** The same as for one session, for those of a user in which a passkey was used last, as they end with the passkey. */
export async function queueLogoutsOfPasskey(core: Core, user: OfUser, passkeyId: string): Promise<readonly Write[]> {
  const { browserSessions } = core.store
  const [sessions, clients] = await Promise.all([browserSessions.list(user), browserSessions.listClientsOfUser(user)])
  const ending = new Set(sessions.filter((session) => session.passkeyId === passkeyId).map(({ id }) => id))
  return toWrites(core, { userId: user.userId, clients: clients.filter(({ sessionId }) => ending.has(sessionId)) })
}

type Ending = { userId: string; clients: readonly SessionClient[] }

async function toWrites(core: Core, { userId, clients }: Ending): Promise<readonly Write[]> {
  const ids = new Set(clients.map(({ clientId }) => clientId))
  const found = await Promise.all([...ids].map((clientId) => findReceiver(core, { ...clients[0]!, clientId })))
  const receivers = new Map(found.flatMap((client) => (client ? [[client.id, client] as const] : [])))
  const createdAt = core.now()
  return clients.flatMap(({ appId, clientId, sid }) => {
    const client = receivers.get(clientId)
    if (!client) return []
    const sub = toSubject(core, client, userId)
    const times = { createdAt, expiresAt: createdAt + lifetimeMs }
    return [{ queueLogout: { appId, id: core.random.timeId(), clientId, sub, sid, ...times } }]
  })
}

async function findReceiver({ store }: Core, { appId, clientId }: Pick<SessionClient, 'appId' | 'clientId'>) {
  const client = await store.openidClients.find({ appId, clientId })
  return client?.backchannelLogoutUri === undefined ? undefined : client
}
