import { notFound } from '../../core/errors.ts'
import type { ScimCall, ScimOperation } from './call.ts'
import { listResourceTypes, listSchemas, toServiceProviderConfig, toWholeList } from './discovery.ts'
import { collectGroups, groupOperations } from './groups.ts'
import { listPage, readQuery } from './list.ts'
import { collectUsers, userOperations } from './users.ts'

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
  const collections = [collectUsers(call), collectGroups(call)]
  return { status: 200, body: await listPage({ collections, query: readQuery(sent), budget: call.budget }) }
}

/** Every operation but bulk requests, which consist of these, by method and path. */
export const operations: Readonly<Record<string, ScimOperation>> = {
  'GET /': { ...read((call) => searchAll(call, call.query)), isLarge: true },
  'POST /.search': { ...read((call) => searchAll(call, call.body)), isLarge: true },
  'GET /ServiceProviderConfig': read(async ({ base }) => ({ status: 200, body: toServiceProviderConfig(base) })),
  'GET /ResourceTypes': readAll(listResourceTypes),
  'GET /ResourceTypes/:id': readOne(listResourceTypes),
  'GET /Schemas': readAll(listSchemas),
  'GET /Schemas/:id': readOne(listSchemas),
  ...userOperations,
  ...groupOperations,
}
