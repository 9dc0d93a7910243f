import type { Static, TSchema } from 'typebox'
import type { LimitClass } from './vocabulary/limit-classes.ts'
import type { ApiKeyScope, ServiceScope, UserScope } from './vocabulary/scopes.ts'

/** Who can call a route, by the credential that the call carries. */
export type Access =
  /** No credential; one that is sent is ignored. */
  | { kind: 'public' }
  /** An API key of the application, with the scope if there is one. */
  | { kind: 'apiKey'; scope?: ApiKeyScope }
  /** An API key of the installation itself. */
  | { kind: 'admin' }
  /** The session of a flow. */
  | { kind: 'session' }
  /** An access or grant token with the scope. */
  | { kind: 'user'; scope: UserScope }
  /** The same, checked only if one is sent. */
  | { kind: 'optionalUser'; scope: UserScope }
  /** An API key with the scope, or the user's own token with it. */
  | { kind: 'userOrApiKey'; scope: UserScope }
  /** A token that the customer's backend signed for the scope. */
  | { kind: 'service'; scope: ServiceScope }
  /** The same for user management: `X-Client-ID` must name the client too, and pages can't make the call. */
  | { kind: 'management'; scope: ServiceScope }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Why a call is refused, and the msgCode where the status alone would suggest another. `answer`: what the body may be
 * instead, where going on is answered under the status of a refusal.
 */
export type Refusal = string | { why: string; msgCode: string; answer?: TSchema }

/**
 * One operation, as data. `also` says why it refuses where that is more than refusals.ts says for every route of its kind.
 * `etag`: its response has one; a GET by a caller who has it already gets 304. `offline`: it works without the
 * database.
 */
export type Route = {
  method: Method
  path: string
  access: Access
  /** Calls without a credential that don't identify an application are rejected, unless this says `optional`. */
  application?: 'optional'
  /** A token whose passkey was deleted still opens it, until the token expires. */
  afterDeletion?: true
  limit: LimitClass
  tag: string
  summary: string
  description: string
  params?: TSchema
  query?: TSchema
  /** Headers that the call reads besides Authorization; for the description only, the server looks at them itself. */
  headers?: TSchema
  body?: TSchema
  /** No body at all is an empty one. */
  bodyOptional?: true
  ok: 200 | 204
  /** It is refused in every case, and `ok` is never answered. */
  never?: true
  etag?: true
  offline?: true
  result?: TSchema
  /** The media type of the result; application/json where it is not said. */
  media?: string
  also: Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 412, Refusal>>>
}

/** Keeps the literal types of a route, so that its handler's input and output are inferred from it. */
export const route = <const R extends Route>(definition: R): R => definition

/** How an API words its refusals: the shape of the body at a status, and an example of it. */
export type RefusalShape = {
  schemaAt(status: number): TSchema
  exampleAt(status: number, said: { msg: string; msgCode: string }): object
}

/** A title, a version, a base path and a record of routes by operation name; `of` says what the address belongs to (an application). */
export type Api = {
  title: string
  version: string
  description: string
  basePath: string
  of?: 'application' | 'installation'
  tags: Readonly<Record<string, string>>
  /** `{msg, msgCode}` where the API does not say. */
  refusals?: RefusalShape
  /** In an optional field of a body or query, null and the empty string equal absence. */
  ignoresBlanks?: true
  routes: Readonly<Record<string, Route>>
}

type Of<S> = S extends TSchema ? Static<S> : undefined

/** What a handler is given of the request. */
export type Input<R extends Route> = { params: Of<R['params']>; query: Of<R['query']>; body: Of<R['body']> }

/** What a handler must return: the body of the success answer, nothing where there is none. */
export type Output<R extends Route> = R['result'] extends TSchema ? Static<R['result']> : undefined
