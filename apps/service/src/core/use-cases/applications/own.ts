import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { isRpId } from '../../model/applications/domains.ts'
import { fitsRpId, isPageOrigin } from '../../model/applications/origin-form.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { listChangedOwnSettings, ownSettings } from '../../model/applications/own-settings.ts'
import { advise, type Phrase, say } from '../../model/findings/phrase.ts'
import { changeApplication } from './change.ts'
import { createApplication } from './create.ts'

/** Creates the installation's own application on the first run. */
export async function ensureOwnApplication(core: Core, baseUrl: string): Promise<Application> {
  const { hostname, origin } = new URL(baseUrl)
  const found = await core.applications.findFresh(ownApplicationId)
  // Without an RP ID that fits the address, `findAddressProblem` says why; administration works all the same.
  if (found) return lockSettings(core, found)
  const [rpId, origins] = (await isUsable(core, baseUrl)) ? [hostname, [origin]] : ['localhost', ['http://localhost']]
  const request = { id: ownApplicationId, name: 'Thumbturn', rpId, origins, settings: ownSettings }
  return createApplication(core, request).catch(async (error) => {
    // Another node that started at the same time can be faster.
    await core.applications.refresh()
    const made = core.applications.find(ownApplicationId)
    if (made) return made
    throw error
  })
}

/**
 * Lets members sign in where the service is now. Until there is a member, no passkey is bound to the RP ID, so it follows the
 * address, which can have been wrong or unknown at the first start. Later, only addresses on its domain are added. If another
 * application has that domain, nothing changes, and `findAddressProblem` says so.
 */
export async function moveOwnApplication(core: Core, baseUrl: string): Promise<void> {
  const own = await core.applications.findFresh(ownApplicationId)
  const change = own && (await findMove(core, own, baseUrl))
  if (!change) return
  await changeApplication(core, own, change).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

async function findMove(core: Core, own: Application, baseUrl: string) {
  const { hostname: rpId, origin } = new URL(baseUrl)
  const fits = isPageOrigin(origin) && fitsRpId(origin, own.rpId)
  const isChosen = fits && !isAutomatic(own)
  if (rpId !== own.rpId && !isChosen && (await isUsable(core, baseUrl)) && (await hasNoMembers(core)))
    return { rpId, origins: [origin] }
  return fits && !own.origins.includes(origin) ? { origins: [...own.origins, origin] } : undefined
}

/** Whether the RP ID is still the host of an address that was found at a start, and was chosen by no one. */
const isAutomatic = ({ rpId, origins }: Application) => origins.length === 1 && new URL(origins[0]!).hostname === rpId

/** A problem that keeps members from using passkeys where the service is, and the operator's remedy. */
export type AddressProblem = { says: Phrase; advice: Phrase }

/** Where the service is, and how an operator calls its command line. */
export type Place = { baseUrl: string; command: string }

/** Undefined if members can use passkeys at the address. */
export const findAddressProblem = async (core: Core, place: Place): Promise<AddressProblem | undefined> =>
  explainAddress(place.baseUrl) ?? findOwnProblem(core, place)

/**
 * Explains what keeps browsers from using passkeys at an address, in any application. WebAuthn runs only in secure
 * contexts.
 */
export function explainAddress(baseUrl: string): AddressProblem | undefined {
  const { hostname, origin } = new URL(baseUrl)
  if (/^[\d.]+$|^\[/.test(hostname))
    return {
      says: say('address_is_ip', { address: baseUrl }),
      advice: advise('use_localhost_or_domain'),
    }
  if (!isPageOrigin(origin))
    return {
      says: say('address_has_no_tls', { address: baseUrl }),
      advice: advise('put_proxy_in_front'),
    }
  if (isRpId(hostname)) return undefined
  return { says: say('address_is_no_domain', { host: hostname }), advice: advise('use_domain') }
}

/** Finds what keeps members' passkeys from working at an address where others would. */
export async function findOwnProblem(core: Core, { baseUrl, command }: Place): Promise<AddressProblem | undefined> {
  const { hostname, origin } = new URL(baseUrl)
  const own = await core.applications.findFresh(ownApplicationId)
  if (!own || (own.origins.includes(origin) && fitsRpId(origin, own.rpId))) return undefined
  if (await core.publicSuffixes.has(hostname))
    return { says: say('members_below_suffix', { host: hostname }), advice: advise('use_own_domain') }
  const says = say('members_elsewhere', { rpId: own.rpId, origins: own.origins.join(', '), address: baseUrl })
  if (fitsRpId(origin, own.rpId) || (await hasNoMembers(core))) return { says, advice: advise('start_with_address') }
  const set = `${command} app set ${ownApplicationId} --rp-id ${hostname} --origin ${origin}`
  return { says, advice: advise('return_or_move', { command: set, recover: `${command} member recover` }) }
}

/** Whether passkeys can be bound to the domain of an address, and used there. */
const isUsable = async ({ publicSuffixes }: Core, baseUrl: string) => {
  const { hostname, origin } = new URL(baseUrl)
  return isPageOrigin(origin) && isRpId(hostname) && !(await publicSuffixes.has(hostname))
}

const hasNoMembers = async ({ store }: Core) => (await store.members.list()).length === 0

/** An application that an earlier version created has none of these settings. */
const lockSettings = async (core: Core, own: Application): Promise<Application> =>
  listChangedOwnSettings(own.settings).length === 0 ? own : changeApplication(core, own, { settings: ownSettings })
