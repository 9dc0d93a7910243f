import { useQuery } from '@tanstack/react-query'
import { callBank } from '../session/session.ts'

/** Money in cents, negative where it left the account; `at` in milliseconds since 1970. */
export type Movement = { id: number; at: number; name: string; reference: string; cents: number }

/** What the bank knows of whoever is signed in. */
export type Overview = {
  name: string
  username: string
  /** Whether this sign-in was made by a passkey. */
  byPasskey: boolean
  emailProved: boolean
  account: string
  cents: number
  movements: Movement[]
}

/** Asks the bank, and again after everything that changes it. */
export const useOverview = () =>
  useQuery({ queryKey: ['overview'], queryFn: () => callBank<Overview>('GET', '/overview') })
