import { leaveFor, sealedRequest } from '../address.ts'
import { call } from '../api/call.ts'
import type { OutputOf } from '../api/operations.ts'

export type Next = OutputOf<'sessionCreate'>

/** Opens what comes next: the program that asked, or another page. */
export const follow = ({ location }: Next): void => leaveFor(location)

/** Exchanges the token of a sign-in for a session of this browser. */
export const exchangeToken = (token: string): Promise<Next> =>
  call('sessionCreate', { body: { token, request: sealedRequest } })
