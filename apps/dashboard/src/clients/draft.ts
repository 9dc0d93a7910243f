import type { ClientType } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { describeClient } from '@thumbturn/examples/openid/fill.ts'
import type { Program } from '@thumbturn/examples/openid/programs.ts'
import type { CallInput, CallResult } from '../api/call.ts'
import { parseOrigin } from './match-program.ts'

/** A new client as the API returns it, with its secret. */
export type NewClient = CallResult<'openidClientCreate'>

/** A client as its form holds it. */
export type Draft = {
  type: ClientType
  program: Program | undefined
  name: string
  /** The address of a program that is known, as it was typed. */
  address: string
  /** Of a program that is not known. */
  redirectUris: readonly string[]
  allowedGroups: readonly string[]
  /** Whether it is a program of the operator, whose users aren't asked for their consent. */
  isOwn: boolean
}

/** The form of a new client. */
export const createDraft = (type: ClientType, program?: Program): Draft => ({
  type,
  program,
  name: program && !program.isPart ? program.name : '',
  address: '',
  redirectUris: [],
  allowedGroups: [],
  isOwn: false,
})

/** Whether users return to the client after they signed in. */
export const needsRedirectUri = (type: ClientType): boolean => type !== 'device' && type !== 'machine'

/** The body that creates the client of a form. The address of a program that is known must be valid. */
export function toRequest({ type, program, ...draft }: Draft): CallInput<'openidClientCreate'>['body'] {
  const { address, redirectUris, allowedGroups } = draft
  return {
    ...(program ? describeClient(program, parseOrigin(address) ?? '') : { type, redirectUris: [...redirectUris] }),
    name: draft.name.trim(),
    ...(type !== 'machine' && { allowedGroups: [...allowedGroups], consent: draft.isOwn ? 'skip' : 'ask' }),
  }
}
