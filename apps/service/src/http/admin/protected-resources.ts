import type { protectedResourceRoutes } from '@thumbturn/contract/admin/protected-resources.ts'
import type { ProtectedResource } from '../../core/model/authorization/protected-resource.ts'
import {
  changeResource,
  createResource,
  deleteResource,
  findResource,
} from '../../core/use-cases/protected-resources/manage.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

const toResponse = ({ uri, name, scopes, allowedGroups, createdAt, updatedAt }: ProtectedResource) => ({
  uri,
  name,
  scopes: [...scopes],
  allowedGroups: [...allowedGroups],
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
})

/** The APIs of an application that OpenID clients get access tokens for. */
export const protectedResources = {
  async resourcesList({ params }, { core }) {
    const { id } = await administered(core, params.id)
    return { resources: (await core.store.protectedResources.list(id)).map(toResponse) }
  },
  async resourceCreate({ params, body }, { core }) {
    return toResponse(await createResource(core, await administered(core, params.id), body))
  },
  async resourceGet({ params, query: { uri } }, { core }) {
    return toResponse(await findResource(core, (await administered(core, params.id)).id, uri))
  },
  async resourceChange({ params, query: { uri }, body }, { core }) {
    return toResponse(await changeResource(core, await administered(core, params.id), { ...body, uri }))
  },
  async resourceDelete({ params, query: { uri } }, { core }) {
    await deleteResource(core, await administered(core, params.id), uri)
    return undefined
  },
} satisfies HandlersOf<typeof protectedResourceRoutes>
