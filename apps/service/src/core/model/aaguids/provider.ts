import { type AuthenticatorKind, findIcons } from './icons.ts'
import type { Metadata, Statement } from './metadata.ts'
import { wellKnown } from './well-known.ts'

/** An authenticator model as users see it. Icons are data: URIs of images. */
export type Provider = {
  /** The AAGUID, as lowercase UUID text. */
  id: string
  name: string
  iconLight: string
  iconDark: string
}

/** A model that the operator named; without icons it gets ours. */
export type NamedAuthenticator = { id: string; name: string; iconLight?: string; iconDark?: string }

/** The models that have a name, looked up by lowercase UUID text. */
export type Providers = {
  find(aaguid: string): Provider | undefined
  /** All of them, ordered by name, then by AAGUID. */
  list(): Provider[]
}

/**
 * The name comes from the operator, else from our list, else from the metadata, whose descriptions are catalog texts;
 * icons come from the operator, else from the metadata, else from our drawings.
 */
export function createProviderDirectory(
  named: readonly NamedAuthenticator[],
  metadata: Pick<Metadata, 'findStatement' | 'listed'>,
): Providers {
  const byOperator = new Map(named.map((authenticator) => [authenticator.id, authenticator]))
  const find = (id: string): Provider | undefined => {
    const operators = byOperator.get(id)
    const ours = wellKnown.get(id)
    const statement = metadata.findStatement(id)
    const name = operators?.name ?? ours?.name ?? statement?.name
    if (!name) return undefined
    return { id, name, ...chooseIcons(operators, statement, ours?.kind ?? toKind(statement)) }
  }
  return {
    find,
    list() {
      const ids = [...byOperator.keys(), ...wellKnown.keys(), ...metadata.listed().map(({ aaguid }) => aaguid)]
      const found = [...new Set(ids)].flatMap((id) => find(id) ?? [])
      return found.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
    },
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

// The metadata lists certified authenticators, nearly all of them security keys.
const toKind = (statement: Statement | undefined): AuthenticatorKind => (statement ? 'key' : 'unknown')

type Icons = { iconLight?: string; iconDark?: string }

/** Both icons come from one source: a vendor's light icon next to our dark one would look like two models. */
function chooseIcons(operators: Icons | undefined, statement: Statement | undefined, kind: AuthenticatorKind) {
  const { icon, iconDark } = statement ?? {}
  return pairIcons(operators?.iconLight, operators?.iconDark) ?? pairIcons(icon, iconDark) ?? findIcons(kind)
}

function pairIcons(light: string | undefined, dark: string | undefined) {
  const [iconLight, iconDark] = [light ?? dark, dark ?? light]
  return iconLight !== undefined && iconDark !== undefined ? { iconLight, iconDark } : undefined
}
