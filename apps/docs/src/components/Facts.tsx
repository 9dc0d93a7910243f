import Link from '@docusaurus/Link'
import useBrokenLinks from '@docusaurus/useBrokenLinks'
import { Fragment, type ReactNode } from 'react'
import { apiReferences } from '../../plugins/openapi-reference/references.ts'
import { glossary } from '../glossary.ts'
import { Inline } from '../reference/Prose.tsx'
import { HashLink } from './HashLink.tsx'
import { InlineCode } from './Identifier.tsx'

/** The props of each table, from a page: plugins/samples/facts.mts imports it. */
type FactsProps<Facts> = { facts: Facts }

type Row = { key: string; id?: string; cells: readonly ReactNode[] }

/** A table that scrolls on its own if it is wider than the page; each row has a cell for every column. */
export function FactTable({ columns, rows }: { columns: readonly string[]; rows: readonly Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="table-frame facts" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, id, cells }) => (
            <tr key={key} id={id}>
              {columns.map((column, index) => (
                <td key={column} data-column={column}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const code = (text: string) => <InlineCode text={text} />

type Setting = { name: string; preset?: string; allowed: string; says: string }

/** Values that say nothing more than the description. */
const obvious = new Set(['text', 'any text that is not empty', 'a list of text'])

/** One entry below the other, each with an address of its own. */
function SettingList({ settings }: { settings: readonly Setting[] }) {
  const { collectAnchor } = useBrokenLinks()
  for (const { name } of settings) collectAnchor(name)
  return (
    <dl className="settings">
      {settings.map(({ name, preset, allowed, says }) => (
        <div key={name} id={name}>
          <dt>
            {code(name)}
            <HashLink to={name} of={name} />
            {preset && <span className="setting-default">Default: {code(preset)}</span>}
          </dt>
          <dd>
            <Inline text={says} />
            {!obvious.has(allowed) && (
              <span className="setting-allowed">
                Allowed: <Inline text={allowed} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Every setting of an installation, from the code that reads them. */
export const InstallationSettings = ({ facts }: FactsProps<Setting[]>): ReactNode => <SettingList settings={facts} />

/** Every setting of an application, or only those of these names, with the value that a new one starts with. */
export const ApplicationSettings = ({ facts, only }: FactsProps<Setting[]> & { only?: string[] }): ReactNode => (
  <SettingList settings={facts.filter(({ name }) => only?.includes(name) ?? true)} />
)

/** Every setting of an OpenID client. */
export const ClientSettings = ({ facts }: FactsProps<Setting[]>): ReactNode => <SettingList settings={facts} />

const codes = (names: readonly string[]) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      {code(name)}
    </Fragment>
  ))

type OpenidFacts = {
  scopes: { name: string; claims: string[] }[]
  errors: { name: string; definedBy: string }[]
}

const purposes: Readonly<Record<string, string>> = {
  openid: 'an ID token, and userinfo',
  offline_access: 'a refresh token',
}

/** Every scope of OpenID Connect, and what a client gets for it. */
export function OpenidScopes({ facts }: FactsProps<OpenidFacts>): ReactNode {
  const rows = facts.scopes.map(({ name, claims }) => ({
    key: name,
    cells: [code(name), claims.length > 0 ? codes(claims) : purposes[name]],
  }))
  return <FactTable columns={['Scope', 'What the client gets']} rows={rows} />
}

/** Every error of the protocol endpoints, and where it is defined. */
export function OpenidErrors({ facts }: FactsProps<OpenidFacts>): ReactNode {
  const rows = facts.errors.map(({ name, definedBy }) => ({ key: name, id: name, cells: [code(name), definedBy] }))
  return <FactTable columns={['error', 'Defined by']} rows={rows} />
}

/** The texts of each message, with the placeholders that they can contain. */
export function MessagePlaceholders({
  facts,
}: FactsProps<typeof import('../../generated/placeholders.json')>): ReactNode {
  const rows = facts.map(({ template, field, longest, allowed, required }) => ({
    key: `${template} ${field}`,
    cells: [
      code(template),
      code(field),
      allowed.map((name) => `{${name}}`).join(' '),
      (required as string[]).map((name) => `{${name}}`).join(' '),
      String(longest),
    ],
  }))
  return <FactTable columns={['Message', 'Text', 'Placeholders', 'Required', 'Characters']} rows={rows} />
}

const findReferencePage = (api: string) => apiReferences.find(({ name }) => name === api)?.route ?? '/next/api/'

const linkTo = ({ api, id, call }: { api: string; id: string; call: string }) => (
  <Link to={`${findReferencePage(api)}#${id}`}>{code(call)}</Link>
)

/** Every scope, and the operations that ask for it. */
export function Scopes({ facts }: FactsProps<typeof import('../../generated/scopes.json')>): ReactNode {
  const rows = facts.map(({ name, inTokens, operations }) => ({
    key: name,
    cells: [
      code(name),
      inTokens ? 'yes' : 'keys only',
      operations.length === 0
        ? 'none yet'
        : operations.map((operation) => (
            <div key={`${operation.api} ${operation.id}`}>
              {linkTo(operation)} by {operation.by}
            </div>
          )),
    ],
  }))
  return <FactTable columns={['Scope', 'In tokens', 'Operations that require it']} rows={rows} />
}

type RouteError = { status: number; msgCode: string; why: string }

const errorCells = ({ status, msgCode, why }: RouteError) => [status, code(msgCode), <Inline key="why" text={why} />]

/** Every error that routes share, by status. */
export function SharedErrors({ facts }: FactsProps<typeof import('../../generated/rejections.json')>): ReactNode {
  const shared = facts.filter(({ own }) => !own)
  const different = [...new Map(shared.map((one) => [`${one.status} ${one.why}`, one])).values()]
  const rows = different
    .sort((a, b) => a.status - b.status)
    .map((one) => ({ key: `${one.status} ${one.why}`, cells: errorCells(one) }))
  return <FactTable columns={['Status', 'msgCode', 'Why']} rows={rows} />
}

/** The errors that single operations describe. */
export function OwnErrors({
  api,
  facts,
}: { api: string } & FactsProps<typeof import('../../generated/rejections.json')>): ReactNode {
  const own = facts.filter((one) => one.own && one.api === api)
  const rows = own.map((one) => ({ key: `${one.id} ${one.status}`, cells: [linkTo(one), ...errorCells(one)] }))
  return <FactTable columns={['Operation', 'Status', 'msgCode', 'Why']} rows={rows} />
}

/** Every event, from the registry. */
export function Events({ facts }: FactsProps<typeof import('../../generated/events.json')>): ReactNode {
  const rows = facts.map(({ type, severity, summary, about, detail, personal }) => ({
    key: type,
    id: type,
    cells: [
      code(type),
      severity,
      <Inline key="summary" text={summary} />,
      about.join(', '),
      Object.entries({ ...detail, ...personal }).map(([name, what]) => (
        <div key={name}>
          {code(name)} <Inline text={what} />
          {name in personal && ' (personal)'}
        </div>
      )),
    ],
  }))
  return <FactTable columns={['Event', 'Severity', 'When', 'About', 'Detail']} rows={rows} />
}

const counted = {
  network: 'Per network',
  application: 'Per application',
  user: 'Per user',
  userFromNetwork: 'Per user and network',
} as const

/** How often calls of each kind are answered, from the code that counts them. */
export function RateLimits({ facts }: FactsProps<typeof import('../../generated/limits.json')>): ReactNode {
  const scopes = Object.keys(counted) as (keyof typeof counted)[]
  const rows = facts.map(({ name, operations, ...limits }) => ({
    key: name,
    cells: [
      <>
        {code(name)}: <Inline text={operations} />
      </>,
      ...scopes.map((scope) => limits[scope] ?? ''),
    ],
  }))
  return <FactTable columns={['Calls', ...Object.values(counted)]} rows={rows} />
}

/** How many calls of each kind run at a time, from the code that counts them. */
export function ConcurrencyLimits({ facts }: FactsProps<typeof import('../../generated/concurrency.json')>): ReactNode {
  const rows = facts.map(({ name, operations, caller, node }) => ({
    key: name,
    cells: [
      <>
        {code(name)}: <Inline text={operations} />
      </>,
      caller,
      node,
    ],
  }))
  return <FactTable columns={['Calls', 'Per caller', 'Per node']} rows={rows} />
}

/** Every word of the glossary, in the order of the alphabet. */
export function Glossary(): ReactNode {
  const { collectAnchor } = useBrokenLinks()
  for (const id of Object.keys(glossary)) collectAnchor(id)
  return (
    <dl className="glossary">
      {Object.entries(glossary).map(([id, { word, means }]) => (
        <div key={id} id={id}>
          <dt>{word}</dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  )
}
