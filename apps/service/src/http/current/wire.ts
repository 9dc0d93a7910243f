import type { currentApi, Handlers } from '@thumbturn/contract'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'

/** One function for every operation of the current API. */
export type CurrentHandlers = Handlers<typeof currentApi, Call, Answer>
