import type { Field } from './client.ts'
import type { Account } from './ledger.ts'
import type { RelyingParties } from './relying-parties.ts'

/** A user of the load at the relying parties. */
export type Visit = { field: Field; account: Account; parties: RelyingParties }
