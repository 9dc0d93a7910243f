/** Filters of events under a name, for all members of an application. */
export type SavedFilter = {
  /** Of this version: saving other filters under the same name replaces it. */
  id: string
  appId: string
  name: string
  /** As the administration API takes them, by their names there. */
  filters: Readonly<Record<string, string>>
  /** The name of the member or key that saved it. */
  savedBy: string
  /** Milliseconds since 1970. */
  savedAt: number
}
