import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { clientLetters, toLetters } from '../../model/authorization/user-code.ts'
import type { ClientAge } from '../../ports/stores/authorization.ts'

/**
 * The clients of an application whose devices show codes, by the letters with which these begin: the first ones of a keyed hash that no
 * older client has, so that a new client changes the letters of none.
 */
async function assignLetters(core: Core, { id: appId }: Application): Promise<ReadonlyMap<string, ClientAge>> {
  const clients = await core.store.openidClients.listByGrantType({ appId, grantType: deviceCodeGrant })
  const assigned = new Map<string, ClientAge>()
  for (const client of clients.toSorted(byAge)) {
    const letters = listLetters(core, { appId, id: client.id }).find((one) => !assigned.has(one))
    if (letters !== undefined) assigned.set(letters, client)
  }
  return assigned
}

const byAge = (one: ClientAge, other: ClientAge) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)

/** Some fifteen choices. */
function listLetters({ keyed }: Core, { appId, id }: Pick<Client, 'appId' | 'id'>): string[] {
  const letters = toLetters(keyed('letters of a client in user codes', JSON.stringify([appId, id])))
  return letters.match(new RegExp(`.{${clientLetters}}`, 'g')) ?? []
}

/** The letters with which the codes of a client begin; undefined if the application has too many such clients. */
export async function findLetters(core: Core, application: Application, client: Client): Promise<string | undefined> {
  const assigned = await assignLetters(core, application)
  return [...assigned].find(([, { id }]) => id === client.id)?.[0]
}

/** The client that a user code names; undefined if there is none, or it is disabled. */
export async function findClientOfCode(
  core: Core,
  application: Application,
  code: string,
): Promise<Client | undefined> {
  const named = (await assignLetters(core, application)).get(code.slice(0, clientLetters))
  const client = named && (await core.store.openidClients.find({ appId: application.id, clientId: named.id }))
  return client?.disabled ? undefined : client
}
