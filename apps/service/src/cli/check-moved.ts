import type { Application } from '../core/model/applications/application.ts'
import { isRpId } from '../core/model/applications/domains.ts'
import { fitsRpId, isLocalPage, isPageOrigin } from '../core/model/applications/origin-form.ts'
import { listOverlaps, type Overlap } from '../core/model/applications/overlaps.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

/**
 * Where the service is, and where it was before PORT or BASE_URL changed. `overlaps`: hosts and RP IDs that belong to other
 * applications; `hidesOthers`: the reader may not see these.
 */
export type ServiceLocation = {
  address: string
  formerOrigins: ReadonlySet<string>
  overlaps: readonly Overlap[]
  hidesOthers?: boolean
}

/**
 * The service was where its own application was made for, and at what was added to the demo since. What `PORT=0` takes
 * and what no passkey can be used at is no address to move to: then nothing is former.
 */
export function findServiceLocation(applications: readonly Application[], address: string): ServiceLocation {
  const { hostname, port } = new URL(address)
  const overlaps = listOverlaps(applications, address)
  if (port === '0' || !isRpId(hostname) || !isPageOrigin(address))
    return { address, overlaps, formerOrigins: new Set() }
  const findOrigins = (id: string) => applications.find((application) => application.id === id)?.origins ?? []
  const local = findOrigins('demo').filter(isLocalPage)
  // An origin without a port stands for an address that had no domain.
  const own = findOrigins(ownApplicationId).filter((origin) => origin !== 'http://localhost')
  return { address, overlaps, formerOrigins: new Set([...own, ...local].filter((origin) => origin !== address)) }
}

/** An application that was made for where the service was: without its new origin nothing there can use it. */
export function checkMoved({ id, rpId, origins }: Application, { address, formerOrigins }: ServiceLocation): Finding[] {
  const [old, others] = [
    origins.filter((one) => formerOrigins.has(one)),
    origins.filter((one) => !formerOrigins.has(one)),
  ]
  if (old.length === 0) return []
  const about = `application ${id}`
  const [was, is] = [`${old.join(' and ')}, where this service was`, `${address}, where it is now`]
  const set = (more: readonly string[], options = '') =>
    `${layout.command} app set ${id}${options}${[...others, ...more].map((origin) => ` --origin ${origin}`).join('')}`
  if (others.includes(address))
    return [warning(about, `keeps ${was}, next to ${is}`, `If nothing uses it any more: ${set([])}`)]
  if (fitsRpId(address, rpId)) return [warning(about, `still has ${was}, and not ${is}`, set([address]))]
  const advice =
    id === ownApplicationId
      ? set([address], ` --rp-id ${new URL(address).hostname}`)
      : `Create one for the domain of your pages: ${layout.command} app create <id> --rp-id <domain> --origin https://<domain>`
  return [warning(about, `has RP ID ${rpId} for ${was}; it cannot be used at ${is}`, advice)]
}
