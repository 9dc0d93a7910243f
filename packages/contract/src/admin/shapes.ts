import { Type } from 'typebox'

/** The application that a route of the administration is about, in its path. */
export const ApplicationId = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'The application id',
  examples: ['shop'],
})

/** What every route of the administration may answer. */
export const refusals = {
  401: 'The admin key is missing, unknown or revoked',
  403: 'The key is not one of the installation',
} as const
