import { deepestClaim, isReservedClaim, mostClaimBytes } from '@thumbturn/contract/vocabulary/claims.ts'

/** Claims that an application defines for a user or a group: JSON by name. */
export type CustomClaims = object

const claimName = /^[A-Za-z0-9_.:/-]{1,64}$/

/** Describes the first problem of custom claims, in words that begin with the claim; undefined if they are valid. */
export function findClaimsProblem(claims: CustomClaims): string | undefined {
  for (const [name, value] of Object.entries(claims)) {
    const problem = findNameProblem(name) ?? findValueProblem(value)
    if (problem !== undefined) return `claims: ${JSON.stringify(name)} ${problem}`
  }
  const size = Buffer.byteLength(JSON.stringify(claims))
  if (size > mostClaimBytes) return `claims: the JSON has ${size} bytes, and can have ${mostClaimBytes}`
}

function findNameProblem(name: string): string | undefined {
  if (!claimName.test(name)) return 'is not the name of a claim: up to 64 letters, digits, and _ . : / -'
  if (isReservedClaim(name)) return 'is a claim of OpenID Connect or JWT: use another name'
}

function findValueProblem(value: unknown): string | undefined {
  if (isDeeper(value, deepestClaim)) return `is nested more than ${deepestClaim} levels deep`
  if (!isStorable(value)) return 'has text that is not well-formed Unicode, or has U+0000'
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** JSON can escape what no token and no other JSON parser has to accept (RFC 8259 §8.2). */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
}
