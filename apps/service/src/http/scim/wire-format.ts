import type { ErrorFields, ErrorFormat } from '../wire-format.ts'
import { formatScimError, type ScimType } from './errors.ts'

export const scimMedia = 'application/scim+json'

function findScimType({ status, code, reason }: ErrorFields): ScimType | undefined {
  if (code === 'username_taken' || reason === 'name_taken') return 'uniqueness'
  return status === 400 ? 'invalidValue' : undefined
}

/** Errors that every API has, in the format of RFC 7644 §3.12. */
export const scimErrorFormat: ErrorFormat = {
  media: scimMedia,
  formatError: (error) =>
    formatScimError({ status: error.status, scimType: findScimType(error), message: error.message }),
}
