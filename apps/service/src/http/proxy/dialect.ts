import { toProxyCode } from '@thumbturn/contract'
import { currentDialect, type Dialect } from '../dialect.ts'

/** As the current API, but for the names of its codes. */
export const proxyDialect: Dialect = {
  ...currentDialect,
  // The header holds the API key, and app.token the user's own token.
  readToken: () => undefined,
  refusal: ({ code, message }) => ({ msg: message, msgCode: toProxyCode(code) }),
}
