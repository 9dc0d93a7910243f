import type { openidApi } from '@thumbturn/contract'
import type { HandlersOf } from '../call.ts'
import { type AuthorizationOptions, authorization } from './authorization.ts'
import { device } from './device.ts'
import { forward } from './forward.ts'
import { metadata } from './metadata.ts'
import { registration } from './registration.ts'
import { signOut } from './sign-out.ts'
import { tokens } from './tokens.ts'
import { userinfo } from './userinfo.ts'

/** Every endpoint of the OpenID Provider. */
export const openidHandlers = (options: AuthorizationOptions) =>
  ({
    ...metadata,
    ...authorization(options),
    ...device,
    ...registration,
    ...tokens,
    ...userinfo,
    ...signOut,
    ...forward(),
  }) satisfies HandlersOf<typeof openidApi.routes>
