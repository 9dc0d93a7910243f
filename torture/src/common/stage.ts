import { listAllowedScopes } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { type Gen1Backend, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { origin, type Service } from '@thumbturn/service-harness/service.ts'
import { apiKey, newDevice, signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { Visitor } from './arrivals.ts'
import type { Installation } from './installation.ts'
import type { Node } from './nodes.ts'
import { createRemote } from './remote.ts'

/** The first node with users, a backend of the first generation, and a key that administers. */
export type Stage = {
  node: Node
  /** The next user. */
  visit(): Visitor
  backend: Gen1Backend
  adminKey: string
  userToken: string
  close(): Promise<void>
}

const users = 48
/** Registered at the same time, so that a node that has just started isn't overloaded. */
const parallel = 4

/** Registers the users and the keys of the clients. */
export async function prepareStage(installation: Installation): Promise<Stage> {
  const pilot = await installation.openPilot()
  const node = installation.nodes[0]!
  const remote = createRemote(node, pilot, installation)
  const adminKey = await makeAdminKey(pilot)
  const device = newDevice()
  for (let at = 0; at < users; at += parallel)
    await Promise.all(Array.from({ length: parallel }, () => signUpUser(remote, { device })))
  const { jwtAccess: userToken } = await signUpUser(remote)
  const credentials = device.credentials.map(({ id }) => id)
  let next = 0
  return {
    node,
    visit: () => ({ device, credentialId: credentials[next++ % users]! }),
    backend: await gen1Backend(remote),
    adminKey,
    userToken,
    close: () => pilot.close(),
  }
}

/** Makes a key that administers the installation. */
export async function createAdminKey({ openPilot }: Installation): Promise<string> {
  const pilot = await openPilot()
  const key = await makeAdminKey(pilot)
  await pilot.close()
  return key
}

async function makeAdminKey(pilot: Service): Promise<string> {
  await ensureOwnApplication(pilot.core, origin)
  const own = (await pilot.core.applications.findFresh('thumbturn'))!
  return (await apiKey(pilot, [...listAllowedScopes(own)], own)).text
}
