import type { gen1Api, Handlers } from '@thumbturn/contract'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'

/** One function for every operation of the first-generation API. */
export type Gen1Handlers = Handlers<typeof gen1Api, Call, Answer>
