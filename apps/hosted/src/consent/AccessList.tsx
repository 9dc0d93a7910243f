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

type Resource = NonNullable<PageRequest['resource']>

type Access = { scopes: NonNullable<PageRequest['scopes']>; resources: readonly Resource[] }

/** The access that a program asks for, to the account and at APIs. New parts are marked if the user allowed others before. */
export function AccessList({ scopes, resources }: Access) {
  const { texts } = usePage()
  const all = [...scopes, ...resources.flatMap((resource) => resource.scopes)]
  const hadSome = all.some(({ isNew }) => !isNew)
  const items = scopes.map(({ name, isNew }) => ({ text: describeScope(name, texts), isNew: isNew && hadSome }))
  return (
    <div class="access">
      {items.length > 0 && <Permissions items={items} />}
      {resources.map((resource) => (
        <ResourceAccess key={resource.host + resource.name} resource={resource} hadSome={hadSome} />
      ))}
    </div>
  )
}

/** An API: its name proves nothing, so its host is always shown. */
function ResourceAccess({ resource: { name, host, scopes }, hadSome }: { resource: Resource; hadSome: boolean }) {
  const { texts } = usePage()
  const items = scopes.map(({ description, isNew }) => ({ text: description, isNew: isNew && hadSome }))
  return (
    <section>
      <h2>
        <span>{name ?? host}</span>
        {name !== undefined && <code>{host}</code>}
      </h2>
      <Permissions items={items.length > 0 ? items : [{ text: texts.resourceWhole, isNew: false }]} />
    </section>
  )
}

function Permissions({ items }: { items: readonly { text: string; isNew: boolean }[] }) {
  const { texts } = usePage()
  return (
    <ul class="scopes">
      {items.map(({ text, isNew }) => (
        <li key={text}>
          <CheckIcon />
          <span>{text}</span>
          {isNew && <b class="new">{texts.isNew}</b>}
        </li>
      ))}
    </ul>
  )
}
