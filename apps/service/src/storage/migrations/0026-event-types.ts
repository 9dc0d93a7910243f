import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const renamed = sql`update events set type = replace(replace(type, '-', '_'), 'fido2.apikey.', 'fido2.api_key.')
  where type like '%-%' or type like 'fido2.apikey.%'`

/** The words of an event type are joined by underscores: `fido2.access_code.used`. */
export const eventTypes: Migration = {
  name: '0026-event-types',
  kind: 'initial',
  since: '0.1.0',
  statements: (builder) => [{ compile: () => renamed.compile(builder) }],
}
