import type { Facts } from '../../core/writes.ts'
import { type Database, prepareStep } from '../engine/database.ts'

type OfUser = { appId: string; userId: string }

/** The tables of what could open an account, besides contacts. Trust keys are deleted with their devices. */
const tables = ['passkeys', 'credentials', 'access_codes', 'refresh_families', 'browser_sessions', 'devices'] as const

export function accessWrites(db: Database) {
  const removals = tables.map((table) => prepareRemoval(db, table))
  const removeOtherContacts = prepareStep('contacts', ({ appId, userId, addressKey }: Facts['removeAccess']) =>
    db.query
      .deleteFrom('contacts')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('address_key', '!=', addressKey),
  )
  return {
    removeAccess: (kept: Facts['removeAccess']) => [
      ...removals.map((remove) => remove(kept)),
      removeOtherContacts(kept),
    ],
  }
}

const prepareRemoval = ({ query }: Database, table: (typeof tables)[number]) =>
  prepareStep(table, ({ appId, userId }: OfUser) => {
    // They share these columns, but TypeScript can't tell for a union.
    const one = table as 'credentials'
    return query.deleteFrom(one).where('app_id', '=', appId).where('user_id', '=', userId)
  })
