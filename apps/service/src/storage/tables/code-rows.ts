import type { Code, CodeMethod, CodePurpose } from '../../core/model/codes/code.ts'
import type { ContactKind } from '../../core/model/contacts/contact.ts'
import { hidden, named, number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, prepareStep } from '../engine/database.ts'

export const codes = table(
  'codes',
  {
    appId: text(),
    account: text(),
    userId: optional(text()),
    purpose: text<CodePurpose>(),
    method: text<CodeMethod>(),
    hash: named('code_hash', text()),
    address: optional(text()),
    shownBy: optional(text()),
    until: optional(number()),
    /** How many attempts were made. */
    tries: hidden(number()),
    createdAt: number(),
    expiresAt: number(),
    tokenEpoch: number(),
  },
  ['app_id', 'account', 'purpose', 'method'],
)

declare module '../schema.ts' {
  interface Tables {
    codes: Stored<typeof codes>
  }
}

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
