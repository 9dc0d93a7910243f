import { aaguidPattern } from '@thumbturn/contract/vocabulary/aaguids.ts'
import { badRequest } from '../../errors.ts'

const pattern = new RegExp(aaguidPattern)

/** The AAGUID of authenticators that don't report their model. */
export const zeroAaguid = '00000000-0000-0000-0000-000000000000'

/** An AAGUID as lowercase UUID text, from any letter case, with or without hyphens; undefined if it isn't one. */
export function toAaguid(text: string): string | undefined {
  if (!pattern.test(text)) return undefined
  return text
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** @throws AppError bad_request: not an AAGUID */
export function requireAaguid(text: string): string {
  const aaguid = toAaguid(text)
  if (aaguid === undefined)
    throw badRequest(`"${text}" is not an AAGUID, which has 32 hexadecimal digits, usually with hyphens`)
  return aaguid
}
