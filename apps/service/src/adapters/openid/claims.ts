import type { ClaimNames } from '@thumbturn/contract/vocabulary/sso.ts'
import type { OpenIdGroups, OpenIdUser } from '../../core/model/sso/openid-user.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The claims of an ID token, and those of UserInfo if it was asked: what the ID token says takes precedence. */
export type Sources = readonly [idToken: Claims & { sub: string }, userInfo?: Claims]

/** Where the claims are; `roles` if the values of one give roles. */
export type ClaimPaths = ClaimNames & { roles?: string | undefined }

/**
 * The value of a claim other than null, by its name, or by a path of names with dots between them. Names can contain dots themselves
 * (`https://example.com/groups`), so the longest one that exists counts.
 */
export function readClaim(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return (claims as Claims)[path] ?? undefined
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const [name, rest] = [path.slice(0, dot), path.slice(dot + 1)]
    const inner = Object.hasOwn(claims, name) ? (claims as Claims)[name] : undefined
    const found = typeof inner === 'object' && inner !== null ? readClaim(inner, rest) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The claims that an ID token lacks, of which UserInfo can have some. */
export const listMissing = (idToken: Claims, names: ClaimPaths): (keyof ClaimPaths)[] =>
  (Object.keys(names) as (keyof ClaimPaths)[]).filter((name) => {
    const path = names[name]
    return path !== undefined && readClaim(idToken, path) === undefined
  })

/** The user whom these claims describe. */
export function toUser(sources: Sources, names: ClaimPaths): OpenIdUser {
  const [idToken] = sources
  const pick = (path: string) => sources.map((one) => one && readClaim(one, path)).find((value) => value !== undefined)
  return {
    subject: idToken.sub,
    ...readEmail(sources, names),
    name: toText(pick(names.name)),
    username: toText(pick(names.username)),
    externalId: toText(pick(names.externalId)),
    groups: names.roles === undefined ? undefined : readGroups(sources, names.roles),
    sid: toText(idToken.sid),
    authenticatedAt: typeof idToken.auth_time === 'number' ? idToken.auth_time * 1000 : undefined,
  }
}

/** One source asserts both. The address stays as it was sent: other code decides whether it is one. */
function readEmail(sources: Sources, names: ClaimPaths): Pick<OpenIdUser, 'email' | 'emailVerified'> {
  const asserted = sources.flatMap((claims) => {
    const email = claims && findOnlyValue(readClaim(claims, names.email))
    return typeof email === 'string' && email !== ''
      ? [{ email, verified: readClaim(claims!, names.emailVerified) }]
      : []
  })
  const { email, verified } = asserted.find((one) => one.verified !== undefined) ?? asserted[0] ?? {}
  return { email, emailVerified: isYes(verified) }
}

/** Some providers send texts instead of booleans, and Entra ID sends numbers. */
const isYes = (claim: unknown) => claim === true || claim === 'true' || claim === 1 || claim === '1'

/** Some providers send a list where others send a value. */
function findOnlyValue(claim: unknown): unknown {
  const values = [claim].flat()
  return values.length === 1 ? values[0] : undefined
}

/** A text without spaces around it, and without U+0000, which databases don't store; a number as text. */
function toText(claim: unknown): string | undefined {
  const value = findOnlyValue(claim)
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' && !value.includes('\0') ? value.trim() : ''
  return text === '' ? undefined : text
}

function readGroups(sources: Sources, path: string): OpenIdGroups {
  const claim = sources.map((one) => one && readClaim(one, path)).find((value) => value !== undefined)
  return { values: listValues(claim), areOmitted: claim === undefined && sources.some((one) => omits(one, path)) }
}

/** A text, a list of texts, or an object whose names are the values, as Zitadel sends them. */
function listValues(claim: unknown): string[] {
  if (claim !== null && typeof claim === 'object' && !Array.isArray(claim)) return Object.keys(claim)
  return [claim].flat().filter((value) => typeof value === 'string')
}

/** Entra ID names the claim in `_claim_names`, or sends `hasgroups`, instead of more than 200 groups. */
function omits(claims: Claims | undefined, path: string): boolean {
  const { _claim_names: names, hasgroups } = claims ?? {}
  const isNamed = names !== null && typeof names === 'object' && Object.hasOwn(names, path)
  return isNamed || (path === 'groups' && isYes(hasgroups))
}
