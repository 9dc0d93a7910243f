import * as original from '@thumbturn/service/http/authorization.ts'

export * from '@thumbturn/service/http/authorization.ts'

/** Like the original, but throws for credentials with a question mark. */
export const readCredential: typeof original.readCredential = (header) => {
  const credential = original.readCredential(header)
  if (credential?.includes('?')) throw new TypeError('a bug')
  return credential
}
