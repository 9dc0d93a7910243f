import { proxyCodeOf } from '@thumbturn/contract'
import { currentDialect, type Dialect } from '../dialect.ts'

/** As the current API, but for the names of its codes. */
export const proxyDialect: Dialect = {
  ...currentDialect,
  refusal: ({ code, message }) => ({ msg: message, msgCode: proxyCodeOf(code) }),
}
