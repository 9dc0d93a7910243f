import type { openidApi } from '@thumbturn/contract'
import type { HandlersOf } from '../call.ts'
import { metadata } from './metadata.ts'

/** Every endpoint of the OpenID Provider. */
export const openidHandlers = () =>
  ({
    ...metadata,
  }) satisfies HandlersOf<typeof openidApi.routes>
