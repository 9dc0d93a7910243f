import { notFound } from '../../core/errors.ts'
import type { ScimCall, ScimOperation } from './call.ts'
import { listResourceTypes, listSchemas, toServiceProviderConfig, toWholeList } from './discovery.ts'
import { groupOperations, listGroupResources } from './groups.ts'
import { readQuery, toListResponse } from './list.ts'
import { listUserResources, userOperations } from './users.ts'

const read = (run: ScimOperation['run']): ScimOperation => ({ scope: 'profile:read', run })

const readAll = (list: (base: string) => readonly object[]) =>
  read(async ({ base }) => ({ status: 200, body: toWholeList(list(base)) }))

const readOne = (list: (base: string) => readonly { id: string }[]) =>
  read(async ({ base, id }) => {
    const found = list(base).find((one) => one.id.toLowerCase() === id.toLowerCase())
    if (!found) throw notFound('There is no such resource')
    return { status: 200, body: found }
  })

/** Users and groups together. */
async function searchAll(call: ScimCall, sent: unknown) {
  const query = readQuery(sent)
  const collections = [
    { type: 'User', resources: await listUserResources(call) },
    { type: 'Group', resources: await listGroupResources(call) },
  ] as const
  return { status: 200, body: toListResponse(collections, query) }
}

/** Every operation but bulk requests, which consist of these, by method and path. */
export const operations: Readonly<Record<string, ScimOperation>> = {
  'GET /': read((call) => searchAll(call, call.query)),
  'POST /.search': read((call) => searchAll(call, call.body)),
  'GET /ServiceProviderConfig': read(async ({ base }) => ({ status: 200, body: toServiceProviderConfig(base) })),
  'GET /ResourceTypes': readAll(listResourceTypes),
  'GET /ResourceTypes/:id': readOne(listResourceTypes),
  'GET /Schemas': readAll(listSchemas),
  'GET /Schemas/:id': readOne(listSchemas),
  ...userOperations,
  ...groupOperations,
}
