import type { FastifyInstance } from 'fastify'
import type { ReadMail } from './outbox.ts'

/** A small backend of the demo: its page, its own /api, and its application in the service. */
export type Backend = {
  /** Folder of its page (src/<name>), and prefix of its setting: bank, BANK_PORT. */
  name: string
  /** Description, printed on start. */
  title: string
  /** Default port. */
  port: number
  /**
   * The application it needs, which can depend on the addresses of the other backends; undefined if it has no users of
   * its own.
   */
  application?: ApplicationSpec | ((addresses: Addresses) => ApplicationSpec)
  /** Backends whose pages its own page can embed and allow to use passkeys. */
  shows?: readonly string[]
  /** Backends whose pages can embed the given path; none by default. */
  shownBy?(path: string): readonly string[]
  /** Services that its page calls besides the service and its own /api, by name. */
  calls?: readonly string[]
  /** Paths that its page has, with `:name` for a segment; all others are not found. */
  paths: readonly string[]
  /** Adds its routes, all under /api. */
  addRoutes(server: FastifyInstance, around: BackendContext): void
}

/**
 * An application named after the backend, with the backend's origin as its only one; `scopes` are those of its API key.
 */
export type ApplicationSpec = {
  name: string
  /** In the syntax of the command line: `crossAuthMethods=otp`. */
  settings?: string[]
  /** The scopes that its routes need. */
  scopes: string[]
  /** An API that its users let clients call, after a sign-in at the hosted pages. */
  resource?: ResourceSpec
}

/** An API, and the program on a user's device that can call it. `scope` is `name=description`. */
export type ResourceSpec = { uri: string; name: string; scope: string; program: { id: string; name: string } }

/** URL of each backend, by name. */
export type Addresses = Readonly<Record<string, string>>

/** Dependencies of a backend. URLs have no trailing slash. */
export type BackendContext = {
  /** URL of the service, for example http://localhost:4300. */
  service: string
  /** The API key of the backend's application; empty without one. */
  apiKey: string
  /** Folder for the backend's own files, readable only by the account's owner. */
  folder: string
  /** URL of each backend, including this one, by name. */
  addresses: Addresses
  /** Reads messages of the development outbox; undefined outside development. */
  readMail?: ReadMail
}
