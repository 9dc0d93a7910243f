import type { InvitationKind } from '@thumbturn/contract/vocabulary/invitations.ts'
import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { sql } from 'kysely'
import type { MemberStore } from '../../core/ports/stores/members.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareFind,
  prepareInsert,
  prepareList,
  prepareRead,
  prepareStep,
  required,
} from '../engine/database.ts'

export const invitations = table(
  'invitations',
  {
    id: text(),
    kind: text<InvitationKind>(),
    secretHash: text(),
    email: optional(text()),
    roles: json<readonly RoleAssignment[]>(),
    userId: optional(text()),
    createdAt: number(),
    createdBy: text(),
    expiresAt: number(),
    acceptedAt: optional(number()),
  },
  ['id'],
)

declare module '../schema.ts' {
  interface Tables {
    invitations: StoredRow<typeof invitations>
  }
}

type InvitationReads = Pick<MemberStore, 'findInvitation' | 'listInvitations' | 'countOpenInvitations'>

export function invitationReads(db: Database): InvitationReads {
  const find = prepareFind(db, invitations, ['id'])
  const list = prepareList(db, invitations, { by: [], order: { createdAt: 'desc', id: 'asc' } })
  const countOpen = prepareRead(db, ({ createdBy, now }: { createdBy: string; now: number }) =>
    db.query
      .selectFrom('invitations')
      .select(({ fn }) => fn.countAll().as('invitations'))
      .where('created_by', '=', createdBy)
      .where('accepted_at', 'is', null)
      .where('expires_at', '>', now),
  )
  return {
    countOpenInvitations: async (createdBy, now) => Number((await countOpen({ createdBy, now }))[0]?.invitations ?? 0),
    findInvitation: async (id) => (await find({ id }))[0],
    listInvitations: () => list({}),
  }
}

export function invitationWrites({ query, ...db }: Database) {
  const accept = prepareStep('invitations', ({ id, createdAt, at }: Facts['acceptInvitation']) =>
    query
      .updateTable('invitations')
      .set({ accepted_at: at })
      .where('id', '=', id)
      .where('created_at', '=', createdAt)
      .where('accepted_at', 'is', null)
      .where('expires_at', '>', at),
  )
  const deleteOpen = () => query.deleteFrom('invitations').where('accepted_at', 'is', null)
  const withdraw = prepareStep('invitations', ({ id }: Facts['withdrawInvitation']) =>
    deleteOpen().where('id', '=', id),
  )
  return {
    withdrawInvitationsBy: prepareStep('invitations', ({ createdBy }: Facts['withdrawInvitationsBy']) =>
      deleteOpen().where('created_by', '=', createdBy),
    ),
    withdrawRecoveries: prepareStep('invitations', ({ userId }: Facts['withdrawRecoveries']) =>
      deleteOpen().where('user_id', '=', userId),
    ),
    withdrawInvitation: (invitation: Facts['withdrawInvitation']) => required(withdraw(invitation)),
    addInvitation: prepareInsert({ query, ...db }, invitations),
    renewInvitation: prepareRenewal({ query, ...db }),
    acceptInvitation: (invitation: Facts['acceptInvitation']) => required(accept(invitation)),
  }
}

/** Of several nodes that renew it at the same time, one does. */
function prepareRenewal({ query }: Database) {
  const excluded = (column: string) => sql.ref<never>(`excluded.${column}`)
  const changed = invitations.all.filter((column) => column !== 'id')
  const renew = prepareStep('invitations', (row: StoredRow<typeof invitations>) =>
    query
      .insertInto('invitations')
      .values(Object.fromEntries(invitations.all.map((column) => [column, row[column]])) as typeof row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(Object.fromEntries(changed.map((column) => [column, excluded(column)])))
          .where(({ eb, or }) =>
            or([eb('invitations.expires_at', '<=', row.created_at), eb('invitations.accepted_at', 'is not', null)]),
          ),
      ),
  )
  return (invitation: Facts['renewInvitation']) => required(renew(invitations.store(invitation)))
}
