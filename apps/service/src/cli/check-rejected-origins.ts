import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import { fitsRpId, isPageOrigin } from '../core/model/applications/origin-form.ts'
import { listPageOrigins } from '../core/model/applications/origins.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

const dayMs = 86_400_000
const mostShown = 5

/**
 * Origins whose pages called in the last day although the application doesn't allow them. This process must have received the
 * calls: the command line has received none.
 */
export function checkRejectedOrigins(core: Core, application: Application): Finding[] {
  const allowed = listPageOrigins(application)
  const rejected = core.rejectedOrigins
    .list(application.id, core.now() - dayMs)
    .map(({ origin }) => origin)
    .filter((origin) => isPageOrigin(origin) && !allowed.includes(origin))
  const onDomain = rejected.filter((origin) => fitsRpId(origin, application.rpId)).slice(0, mostShown)
  const elsewhere = rejected.filter((origin) => !fitsRpId(origin, application.rpId)).slice(0, mostShown)
  return [
    ...onDomain.map((origin) => describeOrigin(application, origin)),
    ...(elsewhere.length === 0 ? [] : [describeForeignOrigins(application, elsewhere)]),
  ]
}

/** Passkeys work there, so allowing the origin is enough. */
function describeOrigin({ id }: Application, origin: string): Finding {
  const advice = advise('allow_origin', { command: `${layout.command} app set ${id} --add-origin ${origin}` })
  return {
    ...warning(`application ${id}`, say('origin_rejected', { origin }), advice),
    fix: { kind: 'allowOrigin', application: id, origin },
  }
}

/** Passkeys don't work there, so allowing the origin doesn't help. */
function describeForeignOrigins({ id, rpId }: Application, origins: readonly string[]): Finding {
  const says = say('origins_foreign', { origins: origins.join(', '), rpId })
  const advice = advise('move_pages', { rpId })
  return { ...warning(`application ${id}`, says, advice), fix: { kind: 'openSettings', application: id } }
}
