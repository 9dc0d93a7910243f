import type { FastifyInstance } from 'fastify'
import type { ReadMail } from './outbox.ts'

/** One small backend of the demo: its page, its own /api, and its application in the service. */
export type Backend = {
  /** Its page's folder (src/<name>), and the beginning of its setting: bank, BANK_PORT. */
  name: string
  /** Said at the start. */
  title: string
  /** Where it listens unless its setting says otherwise. */
  port: number
  /** What it needs from the service, which may depend on where the others are; none where it has no users of its own. */
  application?: ApplicationSpec | ((addresses: Addresses) => ApplicationSpec)
  /** Backends whose pages its own may show in a frame, and lend passkeys to. */
  shows?: readonly string[]
  /** Backends whose pages may show this path of its own in a frame; none by default. */
  shownBy?(path: string): readonly string[]
  /** What its page calls besides the service and its own /api, by name. */
  calls?: readonly string[]
  /** Adds its routes, all below /api. */
  addRoutes(server: FastifyInstance, around: BackendContext): void
}

/** An application named as the backend, whose only origin is the backend's; `scopes` are those of its API key. */
export type ApplicationSpec = {
  name: string
  /** As the command line takes them: `crossAuthMethods=otp`. */
  settings?: string[]
  /** The least that its routes need. */
  scopes: string[]
}

/** Where each backend of the demo is, by name. */
export type Addresses = Readonly<Record<string, string>>

/** What a backend gets at its start. Addresses have no trailing slash. */
export type BackendContext = {
  /** Where the service is: http://localhost:4300. */
  service: string
  /** The key of the backend's application; empty where it has none. */
  apiKey: string
  /** Where a backend may keep files of its own; only the owner of the machine's account can read it. */
  folder: string
  /** Where each backend of the demo is, itself included, by name. */
  addresses: Addresses
  /** Reads what the service would have mailed; undefined outside development. */
  readMail?: ReadMail
}
