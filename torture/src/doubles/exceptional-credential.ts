import * as original from '@thumbturn/service/http/authorization.ts'

export * from '@thumbturn/service/http/authorization.ts'

/** Like the original, but throws for credentials with a question mark. */
export const readAuthorization: typeof original.readAuthorization = (header) => {
  const credential = original.readAuthorization(header)
  if (credential?.includes('?')) throw new TypeError('a bug')
  return credential
}
