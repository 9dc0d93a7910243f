/**
 * The tables as the queries see them. Each file in tables/ describes its tables and adds their rows here. Times are
 * milliseconds since 1970, flags are 0 or 1, JSON is text.
 * Constraints are named after their table and last column (`users_username_key`), foreign keys `<table>_owner`: that is
 * how both engines name the same conflict alike.
 */
export interface Tables {
  /** Written by the engines alone. */
  migrations: { name: string; kind: string | null; since: string | null }
}
