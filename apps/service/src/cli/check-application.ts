import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import { findOriginKind, fitsRpId, isLocalPage } from '../core/model/applications/origin-form.ts'
import { describeOverlap } from '../core/model/applications/overlaps.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { findProblems, findRelatedProblems } from '../core/use-cases/applications/check.ts'
import { checkClients } from './check-clients.ts'
import { checkKeys } from './check-keys.ts'
import { checkMoved, type ServiceLocation } from './check-moved.ts'
import { checkNames } from './check-names.ts'
import { checkRejectedOrigins } from './check-rejected-origins.ts'
import { checkWellKnownFiles } from './check-well-known.ts'
import { broken, type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Everything that can keep the passkeys of an application from working. */
export async function checkApplication(
  core: Core,
  application: Application,
  location: ServiceLocation,
): Promise<Finding[]> {
  const about = `application ${application.id}`
  const related = await findRelatedProblems(core, application.settings.relatedOrigins)
  const problems = [...findProblems(application), ...related].map((problem) =>
    broken(about, problem, advise('run', { command: `${layout.command} app set ${application.id} …` })),
  )
  const keys = await core.tokens.publicKeys(application).then(
    () => [],
    (error: Error) => [broken(about, error.message, advise('give_master_key'))],
  )
  const overlaps = checkOverlaps(application, location)
  const suffix = await checkPublicSuffix(core, application)
  const moved = checkMoved(application, location)
  const names = await checkNames(core, application)
  const expiring = [
    ...(await checkKeys(core, application)),
    ...(await checkClients(core, application, location.address)),
  ]
  const origins = [...checkOrigins(application), ...checkRejectedOrigins(core, application)]
  const files = await checkWellKnownFiles(application)
  const found = [...problems, ...overlaps, ...suffix, ...keys, ...origins, ...moved, ...names, ...expiring, ...files]
  const summary = good(
    about,
    say('application_good', { rpId: application.rpId, origins: application.origins.join(' ') }),
  )
  return found.some(({ verdict }) => verdict !== 'good') ? found : [summary, ...found]
}

/** Applications from before this was checked. A page of that very host can use such an RP ID, so it is a warning only. */
async function checkPublicSuffix({ publicSuffixes }: Core, { id, rpId }: Application): Promise<Finding[]> {
  if (!(await publicSuffixes.has(rpId))) return []
  return [warning(`application ${id}`, say('rp_id_public', { rpId }), advise('leave_suffix'))]
}

/** Those from before they were rejected, and RP IDs that an owner lets applications share. */
function checkOverlaps({ id }: Application, { overlaps, hidesOthers = false }: ServiceLocation): Finding[] {
  return overlaps
    .filter(({ application }) => application === id)
    .map((overlap) => {
      const says = describeOverlap(overlap, { isHidden: hidesOthers })
      if (overlap.isShared)
        return warning(
          `application ${id}`,
          `${says}, so this service serves no well-known files for that domain`,
          advise('share_domain'),
        )
      const command = `${layout.command} app set ${id} …`
      return broken(`application ${id}`, says, advise('give_own_host', { command }))
    })
}

function checkOrigins({ id, rpId, origins }: Application): Finding[] {
  const pages = origins.filter((origin) => findOriginKind(origin) === 'web')
  const local = pages.filter(isLocalPage)
  if (local.length === 0 || local.length === pages.length) return []
  const fitting = pages.filter((origin) => fitsRpId(origin, rpId)).join(' ')
  const advice = advise('separate_development', { rpId, origins: fitting })
  return [warning(`application ${id}`, say('origins_mixed', { local: local.join(' ') }), advice)]
}
