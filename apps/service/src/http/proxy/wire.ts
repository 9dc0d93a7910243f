import type { Handlers, proxyApi } from '@thumbturn/contract'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'

/** One function for every operation of the proxy API. */
export type ProxyHandlers = Handlers<typeof proxyApi, Call, Answer>
