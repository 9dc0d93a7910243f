import type { Application } from './queries.ts'

/** Where the API of an application is reached. */
export const readAddress = ({ id, baseUrl }: Pick<Application, 'id' | 'baseUrl'>): string =>
  baseUrl ?? `${location.origin}/apps/${id}`

/** Whether pages of this host can use passkeys of the RP ID; below a name without a dot, such as localhost, browsers reject it. */
export const fitsRpId = (hostname: string, rpId: string): boolean =>
  hostname === rpId || (rpId.includes('.') && hostname.endsWith(`.${rpId}`))
