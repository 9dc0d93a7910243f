import type { Contact } from '../../core/model/contacts/contact.ts'
import { type Database, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { contactSteps } from './contact-rows.ts'
import { removePasskeys } from './passkeys.ts'

type OfUser = { appId: string; userId: string }

const tables = ['credentials', 'access_codes', 'refresh_families', 'devices'] as const

/**
 * The steps that remove everything that could open an account except one-time codes and that contact. Trust keys are
 * removed with their devices.
 */
export function accessRemoval(db: Database): (kept: Contact) => Step[] {
  const passkeyRemoval = removePasskeys(db)
  const { removeOthers: removeOtherContacts } = contactSteps(db)
  const removals = tables.map((table) => removeRows(db, table))
  return (kept) => [passkeyRemoval(kept), ...removals.map((remove) => remove(kept)), removeOtherContacts(kept)]
}

const removeRows = ({ query }: Database, table: (typeof tables)[number]) =>
  prepareStep(table, ({ appId, userId }: OfUser) => {
    // They have these columns in common, which the types of a union do not show.
    const one = table as 'credentials'
    return query.deleteFrom(one).where('app_id', '=', appId).where('user_id', '=', userId)
  })
