import type { IdentityClaim } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { findSiteOrigin, type ProtectedSite } from '../../model/protected-sites/protected-site.ts'
import type { Visitor } from '../../ports/stores/protected-sites.ts'
import { keepStatement, type SiteMemory } from './memory.ts'

/** The user of a request, for the program behind the proxy; every value is empty if there is none, or it isn't released. */
export type Identity = { user: string; name: string; email: string; groups: string; statement: string }

const anonymous: Identity = { user: '', name: '', email: '', groups: '', statement: '' }

/** Seconds that a signed statement is valid, and those after which a new one is signed. */
const validSeconds = 60
const freshSeconds = 30

type Place = { application: Application; site: ProtectedSite }

/** Describes the visitor of a site. */
export async function describeVisitor(
  core: Core,
  { memory, ...place }: Place & { memory: SiteMemory },
  visitor: Visitor | undefined,
): Promise<Identity> {
  if (!visitor) return anonymous
  const claims = listClaims(place.site, visitor)
  return {
    user: visitor.user.username,
    name: claims.name ?? '',
    email: claims.email ?? '',
    groups: claims.groups?.join(',') ?? '',
    statement: await sign(core, { ...place, memory }, { visitor, claims }),
  }
}

type VisitorClaims = { name?: string; email?: string; groups?: readonly string[] }

function listClaims({ identityClaims }: ProtectedSite, { user, name, email, groups }: Visitor): VisitorClaims {
  const has = (claim: IdentityClaim) => identityClaims.includes(claim)
  return {
    ...(has('name') && { name: name ?? user.displayName }),
    ...(has('email') && email !== undefined && { email }),
    ...(has('groups') && { groups: groups.map((group) => group.name) }),
  }
}

/** Signed once for many requests: a signature costs more than the rest of a check. */
async function sign(
  core: Core,
  { application, site, memory }: Place & { memory: SiteMemory },
  { visitor: { session, user: visited }, claims }: { visitor: Visitor; claims: VisitorClaims },
): Promise<string> {
  const at = core.now()
  const user = { ...claims, preferred_username: visited.username }
  const [key, about] = [`${application.id} ${site.id} ${session.id}`, JSON.stringify([site.host, visited.id, user])]
  const known = memory.statements.get(key)
  if (known?.about === about && Math.abs(known.until - at) <= freshSeconds * 1_000 && at < known.until)
    return known.text
  const { signIdentity } = await core.tokens.prepareFor(application, 'ES256')
  const text = await signIdentity({ audience: findSiteOrigin(site), sub: visited.id, user }, validSeconds)
  keepStatement(memory, key, { about, text, until: at + freshSeconds * 1_000 })
  return text
}
