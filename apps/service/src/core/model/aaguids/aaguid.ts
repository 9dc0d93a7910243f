import { badRequest } from '../../errors.ts'

const pattern = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/

/** The AAGUID of authenticators that don't report their model. */
export const zeroAaguid = '00000000-0000-0000-0000-000000000000'

/** An AAGUID as lowercase UUID text, from any letter case, with or without hyphens; undefined if it isn't one. */
export function toAaguid(text: string): string | undefined {
  const lower = text.toLowerCase()
  if (!pattern.test(lower)) return undefined
  return lower.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** @throws AppError bad_request: not an AAGUID */
export function requireAaguid(text: string): string {
  const aaguid = toAaguid(text)
  if (aaguid === undefined)
    throw badRequest(`"${text}" is not an AAGUID, which has 32 hexadecimal digits, usually with hyphens`)
  return aaguid
}
