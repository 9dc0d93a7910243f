import type { Application } from './queries.ts'

/** Where the API of an application is reached. */
export const readAddress = ({ id, baseUrl }: Pick<Application, 'id' | 'baseUrl'>): string =>
  baseUrl ?? `${location.origin}/apps/${id}`

/** Whether pages of this host can use passkeys of the RP ID. */
export const fitsRpId = (hostname: string, rpId: string): boolean => hostname === rpId || hostname.endsWith(`.${rpId}`)
