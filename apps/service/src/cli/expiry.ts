import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'

/** The forms that a time of expiry can have, for the help text. */
export const expiryHelp = '2027-06-30, or 12h, 90d from now; never by default'

const unitMs: Record<string, number> = { h: 3_600_000, d: 86_400_000 }

/** A time, or how long from now: `12h`, `90d`. @throws AppError bad_request: it is neither */
export function parseExpiry({ now }: Core, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? []
  const at = count === undefined ? Date.parse(text) : now() + Number(count) * unitMs[unit]!
  if (Number.isNaN(at)) throw badRequest(`"${text}" is not a time: write 2027-06-30, or 12h, 90d from now`)
  return at
}
