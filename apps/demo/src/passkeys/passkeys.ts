import { useQuery } from '@tanstack/react-query'
import { whileSignedIn } from '../session/session.ts'
import { thumbturn } from '../session/thumbturn.ts'

/** The passkeys of the signed-in user, oldest first. */
export const usePasskeys = (username: string) =>
  useQuery({ queryKey: ['passkeys', username], queryFn: () => whileSignedIn(thumbturn.listPasskeys()) })
