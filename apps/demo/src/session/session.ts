import { createSession } from './create-session.ts'

/** The application that the service creates on its first start. */
export const appId = 'demo'

export const { tokenStore, endSession, whileSignedIn, useSession } = createSession(appId)
