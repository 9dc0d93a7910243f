import { type TObject, type TProperties, Type } from 'typebox'

/** The application that a route of the administration API refers to, in its path. */
export const ApplicationId = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'The application id',
  examples: ['shop'],
})

/** What a caller sends: a misspelled field is an error that names it, instead of a change that doesn't happen. */
export const Strict = <T extends TProperties>(properties: T): TObject<T> =>
  Type.Object(properties, { additionalProperties: false })

/** Errors that every route of the administration API can return. */
export const rejections = {
  401: 'The admin key is missing, unknown or revoked',
  403: 'The key is not one of the installation',
} as const
