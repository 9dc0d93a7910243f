import type { applicationRoutes } from '@thumbturn/contract/admin/applications.ts'
import { findExpectation, patterns } from '@thumbturn/contract/patterns.ts'
import { badRequest } from '../../core/errors.ts'
import type { Application } from '../../core/model/applications/application.ts'
import type { HostRights } from '../../core/model/applications/overlaps.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import { canSee, findHostRights } from '../../core/model/members/roles.ts'
import { changeApplication } from '../../core/use-cases/applications/change.ts'
import { createApplication } from '../../core/use-cases/applications/create.ts'
import { deleteApplication } from '../../core/use-cases/applications/delete.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { CustomResponse } from '../custom-response.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

const toResponse = ({ createdAt, updatedAt, settings, origins, tokensUntil, ...application }: Application) => ({
  ...application,
  origins: [...origins],
  settings,
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
})

const withETag = (application: Application) =>
  new CustomResponse(toResponse(application), { etag: `"${application.version}"` })

/**
 * The version that If-Match requires; undefined for any. A proxy that compresses makes an ETag weak.
 * @throws AppError bad_request
 */
function versionIn(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined) return undefined
  const { applicationTag } = patterns
  if (!new RegExp(applicationTag).test(ifMatch)) throw badRequest(`If-Match must be ${findExpectation(applicationTag)}`)
  return ifMatch === '*' ? undefined : Number(ifMatch.replaceAll(/\D/g, ''))
}

const findCallerRights = (caller: AdminCaller): HostRights =>
  caller.kind === 'member' ? findHostRights(caller.member) : 'all'

/** An empty base URL is none: the address of the installation. */
const withoutBlank = <Body extends { baseUrl?: string }>(body: Body) =>
  body.baseUrl === '' ? { ...body, baseUrl: undefined } : body

export const applications = {
  async applicationsList(_, { core, caller }) {
    const all = await core.store.applications.list()
    const isListed = ({ id }: Application) =>
      id !== ownApplicationId && (caller.kind !== 'member' || canSee(caller.member, id))
    return { applications: all.filter(isListed).map(toResponse) }
  },
  async applicationCreate({ body }, { core, caller }) {
    return toResponse(await createApplication(core, withoutBlank(body), findCallerRights(caller)))
  },
  async applicationShow({ params }, { core }) {
    return withETag(await administered(core, params.id))
  },
  async applicationChange({ params, body }, { core, caller, ifMatch }) {
    const { id } = await administered(core, params.id)
    const target = { id, ifVersion: versionIn(ifMatch), hostRights: findCallerRights(caller) }
    return withETag(await changeApplication(core, target, withoutBlank(body)))
  },
  async applicationDelete({ params }, { core, caller, ifMatch }) {
    const { id } = await administered(core, params.id)
    await deleteApplication(core, { id, ifVersion: versionIn(ifMatch), by: caller.by })
    return undefined
  },
} satisfies HandlersOf<typeof applicationRoutes>
