import { thumbturn } from './thumbturn.ts'

/** For `performAction('external')` on the page, after your backend has authenticated the user. */
export const assertUser = (username: string): Promise<string> => thumbturn.grantExternalAuth(username)
