import type { DirectoryScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { Core } from '../../core/core.ts'
import { AppError } from '../../core/errors.ts'
import type { Backend } from '../../core/use-cases/applications/backend.ts'
import type { Budget } from './budget.ts'
import { readProjection } from './list.ts'
import { createProjector } from './projection.ts'
import { isListed, type Resource } from './representation.ts'
import { type Document, requireObject } from './resource.ts'
import type { ResourceType } from './schema.ts'

/** A call by a directory, alone or as an operation of a bulk request. */
export type ScimCall = {
  core: Core
  /** The application `thumbturn` and the API key of the call. */
  backend: Backend
  /** The address of the API. */
  base: string
  /** The ID in the path; empty if it has none. */
  id: string
  query: unknown
  body: unknown
  ifMatch?: string | undefined
  ifNoneMatch?: string | undefined
  /** The work that the request can cause; the operations of a bulk request share it. */
  budget: Budget
  /** The response for an error of an operation. One that is a bug is logged, and sent without details. */
  formatError(error: unknown): { status: number; body: object }
}

export type ScimResponse = { status: number; body?: object; location?: string; version?: string }

/** `isLarge`: it can read everything or change a hundred resources, so only some of these run at a time. */
export type ScimOperation = {
  scope: DirectoryScope
  isLarge?: true
  run: (call: ScimCall) => Promise<ScimResponse>
}

/** @throws AppError precondition_failed: the resource isn't the one that If-Match names */
export function requireVersion({ ifMatch }: ScimCall, { meta }: Resource): void {
  if (ifMatch === undefined || isListed(meta.version, ifMatch)) return
  throw new AppError('precondition_failed', 'The resource was changed: read it again')
}

/** The response that has a resource, with the attributes that the query asks for. */
export function toResponse(type: ResourceType, call: ScimCall, { status, resource }: ResourceResponse): ScimResponse {
  const { version, location } = resource.meta
  const projection = readProjection(requireObject(call.query ?? {}, 'The query'))
  return { status, body: createProjector(type, projection)(resource), version, location }
}

type ResourceResponse = { status: number; resource: Resource }

/** The response to a GET: 304 if the caller has that version. */
export function toReadResponse(type: ResourceType, call: ScimCall, resource: Resource): ScimResponse {
  const { version, location } = resource.meta
  if (call.ifNoneMatch !== undefined && isListed(version, call.ifNoneMatch)) return { status: 304, version, location }
  return toResponse(type, call, { status: 200, resource })
}

/** A text attribute of a document that was read by its schema. */
export const readText = (document: Document, name: string): string | undefined => {
  const value = document[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
