import type { Application } from '../core/model/applications/application.ts'
import { isRpId } from '../core/model/applications/domains.ts'
import { fitsRpId, isPageOrigin } from '../core/model/applications/origin-form.ts'
import { listOverlaps, type Overlap } from '../core/model/applications/overlaps.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import type { LastStart } from '../core/use-cases/applications/last-start.ts'
import { type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

/**
 * Where the service is, and where it started before PORT or BASE_URL changed. `overlaps`: hosts and RP IDs that belong to other
 * applications; `hidesOthers`: the reader may not see these.
 */
export type ServiceLocation = {
  address: string
  formerOrigins: ReadonlySet<string>
  overlaps: readonly Overlap[]
  hidesOthers?: boolean
}

type Start = Pick<LastStart, 'address' | 'former'>

/** Nothing has moved until the service starts elsewhere, whatever the environment of a command says. */
export function findServiceLocation(
  applications: readonly Application[],
  address: string,
  lastStart: Start | undefined,
): ServiceLocation {
  const former = lastStart?.address === address && isUsable(address) ? lastStart.former : []
  return { address, overlaps: listOverlaps(applications, address), formerOrigins: new Set(former) }
}

/** Whether pages there can use passkeys; otherwise, no application moves there. */
const isUsable = (address: string) => isRpId(new URL(address).hostname) && isPageOrigin(address)

/** An application for a former address of the service: without the new origin, no page there can use it. */
export function checkMoved({ id, rpId, origins }: Application, { address, formerOrigins }: ServiceLocation): Finding[] {
  const old = origins.filter((one) => formerOrigins.has(one))
  if (old.length === 0) return []
  const about = `application ${id}`
  const former = old.join(', ')
  const set = `${layout.command} app set ${id}`
  if (origins.includes(address)) {
    const remove = old.map((origin) => ` --remove-origin ${origin}`).join('')
    const advice = advise('remove_origin', { command: `${set}${remove}` })
    return [warning(about, say('moved_beside', { former, address }), advice)]
  }
  if (fitsRpId(address, rpId)) {
    const advice = advise('add_origin', { command: `${set} --add-origin ${address}` })
    return [warning(about, say('moved_from', { former, address }), advice)]
  }
  const command = `${layout.command} app create <id> --rp-id <domain> --origin https://<domain>`
  return [warning(about, say('moved_away', { rpId, former, address }), advise('create_for_domain', { command }))]
}
