import type { adminApi, Handlers } from '@thumbturn/contract'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'

/** One function for every operation of the administration API. */
export type AdminHandlers = Handlers<typeof adminApi, Call, Answer>
