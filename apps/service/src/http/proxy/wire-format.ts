import { toProxyCode } from '@thumbturn/contract'
import { currentWireFormat, type WireFormat } from '../wire-format.ts'

/** As the current API, but for the names of its codes. */
export const proxyWireFormat: WireFormat = {
  ...currentWireFormat,
  // The header holds the API key, and app.token the user's own token.
  readToken: () => undefined,
  formatError: ({ code, message }) => ({ msg: message, msgCode: toProxyCode(code) }),
}
