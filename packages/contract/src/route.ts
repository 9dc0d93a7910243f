import type { Static, TSchema } from 'typebox'
import type { ConcurrencyClass } from './vocabulary/concurrency-classes.ts'
import type { LimitClass } from './vocabulary/limit-classes.ts'
import type { Role } from './vocabulary/roles.ts'
import type { ApiKeyScope, ServiceScope, UserScope } from './vocabulary/scopes.ts'

/** The callers of a route, by the credential that the call carries. */
export type Access =
  /**
   * No credential that is checked before the handler. `ownPages`: pages of other origins can't make the call; with `application`,
   * the own pages are those at the application's address. `pages`: which pages can read the response, instead of those of the
   * application's origins; none of them where a browser itself opens the address.
   */
  | { kind: 'public'; ownPages?: true | 'application'; pages?: 'every' | 'none' }
  /** An API key of the application, with the scope if there is one. */
  | { kind: 'apiKey'; scope?: ApiKeyScope }
  /**
   * An API key of the installation itself, or the session of a member with the role: on the application in the path, on any
   * application if there is none, or, with `scope`, on the whole installation. `fresh`: the member must have signed in or
   * confirmed with a passkey within the last five minutes.
   */
  | { kind: 'admin'; role: Role; scope?: 'installation'; fresh?: true }
  /** The session of a member, whatever their roles; `fresh`: the same. */
  | { kind: 'member'; fresh?: true }
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
 * Why a call is rejected, and the msgCode if it isn't the usual one of the status. `answer`: another body under the same
 * status, for a flow that continues.
 */
export type Rejection = string | { why: string; msgCode: string; response?: TSchema }

/**
 * One operation, as data. `also` lists the errors that rejections.ts doesn't list for every route of its kind.
 * `etag`: its response has one; a GET by a caller who has it already gets 304. `offline`: it works without the
 * database. `canLag`: what it shows can be seconds old, because it is read from the replica, if there is one. `waits`: it can wait
 * for a person, for minutes.
 */
export type Route = {
  method: Method
  path: string
  access: Access
  /** Calls without a credential that don't identify an application are rejected, unless this says `optional`. */
  application?: 'optional'
  /** Accepts a token whose passkey was deleted, until the token expires. */
  afterDeletion?: true
  limit: LimitClass
  /** Only some calls of this class run at a time. */
  concurrency?: ConcurrencyClass
  tag: string
  summary: string
  description: string
  params?: TSchema
  query?: TSchema
  /** Headers that the call reads besides Authorization; for the description only; the server reads them itself. */
  headers?: TSchema
  body?: TSchema
  /** The media type of a body that isn't JSON: a form, or text of up to a megabyte. Other bodies have up to 256 kB. */
  bodyMedia?: 'application/x-www-form-urlencoded' | 'application/x-ndjson'
  /** A missing body counts as an empty one. */
  bodyOptional?: true
  /** The handler itself checks query and body, because errors in them are sent to another party than the caller. */
  checkedByHandler?: true
  /** Errors are pages for the user of a browser; `plain` ones load nothing, as they are shown on another host. */
  errorPages?: true | 'plain'
  /** With 303, the response leads the browser to another address. */
  ok: 200 | 201 | 204 | 303
  /** Why the response can lead the browser to another address instead, with 303. */
  leads?: string
  /** Every call is rejected; `ok` is never returned. */
  never?: true
  etag?: true
  offline?: true
  canLag?: true
  waits?: true
  result?: TSchema
  /** The media type of the result; application/json by default. */
  media?: string
  /** An example of the result as a JWT (RFC 7519), which a caller can have asked for. */
  jwt?: string
  /** An example of the result as CSV, which `format=csv` in the query asks for. */
  csv?: string
  also: Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 412 | 413 | 415, Rejection>>>
}

/** Keeps the literal types of a route, so that its handler's input and output are inferred from it. */
export const route = <const R extends Route>(definition: R): R => definition

/** The error format of an API: the shape of the body at a status, and an example of it. */
export type RejectionShape = {
  schemaAt(status: number): TSchema
  exampleAt(status: number, error: { msg: string; msgCode: string }): object
}

/** A title, a version, a base path and a record of routes by operation name; `of`: what the address belongs to, by default an application. */
export type Api = {
  title: string
  version: string
  description: string
  basePath: string
  of?: 'application' | 'installation'
  tags: Readonly<Record<string, string>>
  /** `{msg, msgCode}` by default. */
  rejections?: RejectionShape
  /** In an optional field of a body or query, null and the empty string equal absence. */
  ignoresBlanks?: true
  routes: Readonly<Record<string, Route>>
}

type Of<S> = S extends TSchema ? Static<S> : undefined

/** Parameters of a query or a form that nothing has checked: one that is sent twice has a list. */
export type UncheckedParameters = Readonly<Record<string, string | readonly string[] | undefined>>

type PartOf<R extends Route, S> = R extends { checkedByHandler: true } ? UncheckedParameters : Of<S>

/** The parts of the request that a handler receives. */
export type Input<R extends Route> = {
  params: Of<R['params']>
  query: PartOf<R, R['query']>
  body: PartOf<R, R['body']>
}

/** The result of a handler: the body of the success response, undefined if it has none. */
export type Output<R extends Route> = R['result'] extends TSchema ? Static<R['result']> : undefined
