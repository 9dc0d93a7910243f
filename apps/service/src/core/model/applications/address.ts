import type { Application } from './application.ts'

/** The public address of an application, which is also the issuer of its tokens (OpenID Connect Core 1.0 §2). */
export const createApplicationAddress = (
  { id, baseUrl }: Pick<Application, 'id' | 'baseUrl'>,
  ownBaseUrl: string,
): string => baseUrl ?? `${ownBaseUrl}/apps/${id}`
