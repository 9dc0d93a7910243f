import { thumbturn } from './thumbturn.ts'

/** For the page's performAction('external'), once you have authenticated that user yourself. */
export const vouchFor = (username: string): Promise<string> => thumbturn.grantExternalAuth({ username })
