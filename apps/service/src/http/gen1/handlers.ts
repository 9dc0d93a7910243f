import type { gen1Api } from '@thumbturn/contract'
import type { HandlersOf } from '../call.ts'
import { authentication } from './authentication.ts'
import { codes } from './codes.ts'
import { contactCodes } from './contact-codes.ts'
import { credentials } from './credentials.ts'
import { foreignCredentials } from './foreign-credentials.ts'
import { keys } from './keys.ts'
import { ownCodes } from './own-codes.ts'
import { passwords } from './passwords.ts'
import { publicKeys } from './public-keys.ts'
import { registration } from './registration.ts'
import { transactions } from './transactions.ts'
import { users } from './users.ts'

/** Every operation of the first-generation API. */
export const gen1Handlers = {
  ...registration,
  ...authentication,
  ...passwords,
  ...credentials,
  ...publicKeys,
  ...contactCodes,
  ...foreignCredentials,
  ...codes,
  ...ownCodes,
  ...transactions,
  ...users,
  ...keys,
} satisfies HandlersOf<typeof gen1Api.routes>
