import type { Core } from '../../core.ts'
import { findBlock } from '../../model/aaguids/blacklist.ts'
import type { Application } from '../../model/applications/application.ts'
import type { DeviceDescription, SeenDevice } from '../../model/devices/device.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'
import { resolveUser } from '../../use-cases/names/resolve.ts'
import type { Capabilities } from './capabilities.ts'
import { type DeviceContext, fallbackRules, type Match, type MatchResult, passkeyRules } from './rules.ts'

export type DiscoveryResult = {
  match: Match
  matchResult: MatchResult
  /** The rule that decided. */
  rule: string
  user: User | undefined
  /** The passkey that matched the rule; the last used, if there are several. */
  passkey: Passkey | undefined
  devices: readonly SeenDevice[]
}

export type Discovery = {
  application: Application
  username: string
  device: FlowDevice
  capabilities: Capabilities
  /** Skips guesses: only what this device has done or reports counts. */
  certainOnly?: boolean
}

/**
 * Finds out whether a user can sign in with a passkey on this device, and what else they can use. The result reveals
 * who exists, so it's only for backends.
 * @throws AppError bad_request: the username is empty
 */
export async function discover(core: Core, discovery: Discovery): Promise<DiscoveryResult> {
  const { application } = discovery
  const found = await resolveUser(core, application.id, discovery.username)
  if (!found) return { ...fallbackRules.unknownUser, rule: fallbackRules.unknownUser.name, ...noUser }
  const { user } = found
  const [devices, blacklist] = await Promise.all([
    core.store.devices.listByUser(application.id, user.id),
    core.store.blacklist.list(application.id),
  ])
  const blocked = new Set(blacklist.filter(({ auth }) => auth).map(({ aaguid }) => aaguid))
  const usable = found.passkeys.filter(
    ({ aaguid }) => findBlock(application, aaguid, blocked.has(aaguid)) === undefined,
  )
  const { rule, passkey } = chooseRule(discovery, { user, devices, usable: usable.toSorted(compareLastUse) })
  const { match, matchResult, name } = rule
  return { match, matchResult, rule: name, user, passkey, devices }
}

const noUser = { user: undefined, passkey: undefined, devices: [] }

const compareLastUse = (one: Passkey, other: Passkey) =>
  (other.lastUsedAt ?? other.createdAt) - (one.lastUsedAt ?? one.createdAt)

type UserFacts = { user: User; devices: readonly SeenDevice[]; usable: readonly Passkey[] }

function chooseRule(discovery: Discovery, { user, devices, usable }: UserFacts) {
  if (user.status !== 'active') return { rule: fallbackRules.deactivatedUser }
  const context = toDeviceContext(discovery, devices)
  for (const rule of passkeyRules.filter(({ guess }) => !(guess && discovery.certainOnly))) {
    const passkey = usable.find((one) => rule.matches(one, context))
    if (passkey) return { rule, passkey }
  }
  const { crossAuthMethods } = discovery.application.settings
  return { rule: crossAuthMethods.length > 0 ? fallbackRules.codes : fallbackRules.nothing }
}

function toDeviceContext({ device, capabilities }: Discovery, devices: readonly SeenDevice[]): DeviceContext {
  const isThis = ({ id, thumbprints }: SeenDevice) =>
    id === device.deviceId || thumbprints.some((thumbprint) => device.thumbprints.includes(thumbprint))
  const byId = new Map(devices.map((one) => [one.id, one]))
  const ecosystemOn = (id: string | undefined) => findEcosystem(byId.get(id ?? '')?.description ?? {})
  return {
    capabilities,
    deviceIds: new Set(devices.filter(isThis).map(({ id }) => id)),
    ecosystem: findEcosystem(device.device),
    listEcosystems: ({ createdFromDeviceId, lastUsedFromDeviceId }) =>
      [createdFromDeviceId, lastUsedFromDeviceId].map(ecosystemOn),
  }
}

/** Operating systems whose vendor syncs passkeys between them. */
const ecosystems: readonly [name: string, systems: RegExp][] = [
  ['apple', /^(mac|ios|ipad|iphone|os x)/i],
  ['google', /^(android|chrome ?os|cros)/i],
  ['microsoft', /^windows/i],
]

const findEcosystem = ({ osName = '' }: DeviceDescription) =>
  ecosystems.find(([, systems]) => systems.test(osName))?.[0]
