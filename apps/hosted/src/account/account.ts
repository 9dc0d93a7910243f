import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { OutputOf } from '../api/operations.ts'

export type Account = OutputOf<'accountShow'>

export type ContactKind = keyof Account['contacts']

/** The account, and how a section reads it again after a change. */
export type AccountState = { account: Account; reload(): Promise<void> }

export const AccountContext = createContext<AccountState | undefined>(undefined)

export const useAccount = (): AccountState => useContext(AccountContext)!
