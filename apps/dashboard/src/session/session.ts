import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { everyApplication, includesRole, type Role } from '@thumbturn/contract/vocabulary/roles.ts'
import { type CallResult, call } from '../api/call.ts'
import { hasStatus } from '../api/failure.ts'
import { forgetSession, queryClient } from '../api/query-client.ts'
import { setCsrfToken } from '../api/send.ts'
import { rememberSignedIn } from '../ui/boot.ts'
import { provePasskey } from './passkeys.ts'

/** The session of this browser. */
export type Session = CallResult<'sessionShow'>

const sessionKey = ['session']

/** The session; null if there is none. */
export const sessionQuery = queryOptions({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 })

async function readSession(): Promise<Session | null> {
  try {
    const session = await call('sessionShow', {})
    setCsrfToken(session.csrfToken)
    rememberSignedIn(true)
    return session
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
    rememberSignedIn(false)
    forgetSession()
    return null
  }
}

/** Exchanges an access token for a session. */
export async function startSession(token: string): Promise<void> {
  keepSession(await call('sessionCreate', { body: { token } }))
}

/** Signs in with a passkey that the user chooses. */
export async function signIn(): Promise<void> {
  await startSession(await provePasskey())
}

/** Renews the confirmation of the session with the member's passkey. */
export async function confirmSession(username: string): Promise<void> {
  keepSession(await call('sessionConfirm', { body: { token: await provePasskey(username) } }))
}

/** Ends the session and forgets everything that was read with it. */
export async function signOut(): Promise<void> {
  await call('sessionEnd', {})
  setCsrfToken(undefined)
  rememberSignedIn(false)
  forgetSession()
}

/** Keeps a session that has begun or changed. */
export function keepSession(session: Session) {
  setCsrfToken(session.csrfToken)
  rememberSignedIn(true)
  queryClient.setQueryData(sessionKey, session)
}

/** The session of a page that is shown only when there is one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new Error('The page needs a session')
  return data
}

/** Whether the member has at least this role on the application; without one, on the whole installation. */
export function useHasRole(needed: Role, application: string = everyApplication): boolean {
  return hasRole(useSession(), needed, application)
}

/** @internal */
export const hasRole = ({ roles }: Pick<Session, 'roles'>, needed: Role, application: string): boolean =>
  roles.some(
    ({ application: held, role }) => (held === everyApplication || held === application) && includesRole(role, needed),
  )
