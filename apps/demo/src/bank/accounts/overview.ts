import { useQuery } from '@tanstack/react-query'
import { callBank } from '../session/session.ts'

/** Money in cents, negative for debits; `at` in milliseconds since 1970. */
export type Movement = { id: number; at: number; name: string; reference: string; cents: number }

/** The customer's overview. */
export type Overview = {
  name: string
  username: string
  /** Whether the user signed in with a passkey. */
  byPasskey: boolean
  emailProved: boolean
  account: string
  cents: number
  movements: Movement[]
}

/** Loads the overview, and reloads it after every change. */
export const useOverview = () =>
  useQuery({ queryKey: ['overview'], queryFn: () => callBank<Overview>('GET', '/overview') })
