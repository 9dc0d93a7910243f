import { type PageRequest, usePage } from '../page.ts'
import type { Texts } from '../texts/english.ts'
import { fill } from '../texts/texts.ts'
import { CheckIcon } from '../ui/icons.tsx'

const textOfScope: Readonly<Record<string, keyof Texts>> = {
  openid: 'scopeOpenid',
  profile: 'scopeProfile',
  email: 'scopeEmail',
  phone: 'scopePhone',
  groups: 'scopeGroups',
  offline_access: 'scopeOffline',
}

/** A scope in words. */
export const describeScope = (scope: string, texts: Texts): string =>
  Object.hasOwn(textOfScope, scope) ? texts[textOfScope[scope]!] : fill(texts.scopeOther, { scope })

/** The scopes that a program asks for; new ones are marked if the user allowed others before. */
export function ScopeList({ scopes }: { scopes: NonNullable<PageRequest['scopes']> }) {
  const { texts } = usePage()
  const hadSome = scopes.some(({ isNew }) => !isNew)
  return (
    <ul class="scopes">
      {scopes.map(({ name, isNew }) => (
        <li key={name}>
          <CheckIcon />
          <span>{describeScope(name, texts)}</span>
          {isNew && hadSome && <b class="new">{texts.isNew}</b>}
        </li>
      ))}
    </ul>
  )
}
