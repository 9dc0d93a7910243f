import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Numbers the passkeys of a user from 1, so that parallel registrations can't exceed the most that a user may have. */
export const passkeySlots: Migration = {
  name: '0017-passkey-slots',
  kind: 'initial',
  since: '0.1.0',
  statements: (builder, types) => [
    builder.schema.alterTable('passkeys').addColumn('slot', types.integer),
    raw(
      builder,
      `update passkeys set slot = (select count(*) from passkeys as p
       where p.app_id = passkeys.app_id and p.user_id = passkeys.user_id
       and (p.created_at < passkeys.created_at or (p.created_at = passkeys.created_at and p.id <= passkeys.id)))`,
    ),
    builder.schema.createIndex('passkeys_slot').unique().on('passkeys').columns(['app_id', 'user_id', 'slot']),
  ],
}

const raw = (builder: Kysely<unknown>, text: string) => ({ compile: () => sql.raw(text).compile(builder) })
