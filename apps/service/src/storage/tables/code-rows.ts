import type { Code, CodeMethod, CodePurpose } from '../../core/model/codes/code.ts'
import type { ContactKind } from '../../core/model/contacts/contact.ts'
import { type Database, prepareStep } from '../engine/database.ts'
import type { CodeRow } from '../schema.ts'

export const toCode = (row: Omit<CodeRow, 'tries'>): Code => ({
  appId: row.app_id,
  account: row.account,
  userId: row.user_id ?? undefined,
  purpose: row.purpose as CodePurpose,
  method: row.method as CodeMethod,
  hash: row.code_hash,
  address: row.address ?? undefined,
  shownBy: row.shown_by ?? undefined,
  until: row.until ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  tokenEpoch: row.token_epoch,
})

/** As it is at first, with no try taken. */
export const toCodeRow = (code: Code): CodeRow => ({
  app_id: code.appId,
  account: code.account,
  purpose: code.purpose,
  method: code.method,
  user_id: code.userId ?? null,
  code_hash: code.hash,
  address: code.address ?? null,
  shown_by: code.shownBy ?? null,
  until: code.until ?? null,
  tries: 0,
  created_at: code.createdAt,
  expires_at: code.expiresAt,
  token_epoch: code.tokenEpoch,
})

/** How codes reach such a contact. */
export const toMethod = (kind: ContactKind): CodeMethod => (kind === 'email' ? 'email' : 'sms')

type OfMethod = Pick<Code, 'appId' | 'account' | 'method'>

/** The steps that end codes before their time, for whatever batch they belong to. */
export const codeRemovals = ({ query }: Database) => ({
  removeOfMethod: prepareStep('codes', ({ appId, account, method }: OfMethod) =>
    query.deleteFrom('codes').where('app_id', '=', appId).where('account', '=', account).where('method', '=', method),
  ),
  /** Those that were to verify a contact. */
  removeOfContact: prepareStep('codes', ({ appId, account, method }: OfMethod) =>
    query
      .deleteFrom('codes')
      .where('app_id', '=', appId)
      .where('account', '=', account)
      .where('purpose', '=', 'contact')
      .where('method', '=', method),
  ),
  /** All but the one that is being spent in the same batch. */
  removeOthers: prepareStep('codes', ({ appId, account, purpose, method }: OfMethod & Pick<Code, 'purpose'>) =>
    query
      .deleteFrom('codes')
      .where('app_id', '=', appId)
      .where('account', '=', account)
      .where(({ eb, or }) => or([eb('purpose', '!=', purpose), eb('method', '!=', method)])),
  ),
  /** The same, of its method only. */
  removeOthersOfMethod: prepareStep('codes', ({ appId, account, purpose, method }: OfMethod & Pick<Code, 'purpose'>) =>
    query
      .deleteFrom('codes')
      .where('app_id', '=', appId)
      .where('account', '=', account)
      .where('method', '=', method)
      .where('purpose', '!=', purpose),
  ),
})
