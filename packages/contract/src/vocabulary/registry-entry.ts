import type { EventSubject, Severity } from './events.ts'

/** The registry's description of a type of event. */
export type RegistryEntry = {
  severity: Severity
  /** One sentence, for the developer and for the website. */
  summary: string
  fields: readonly EventSubject[]
  /** The facts of its `detail`, each with a description; never secrets. */
  detail: Readonly<Record<string, string>>
  /** Further fields of `detail` that are usernames or addresses: hashed if the application pseudonymizes events. */
  personal?: Readonly<Record<string, string>>
}
