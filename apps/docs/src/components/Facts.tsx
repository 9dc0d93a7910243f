import Link from '@docusaurus/Link'
import useBrokenLinks from '@docusaurus/useBrokenLinks'
import type { ReactNode } from 'react'
import facts from '../../generated/facts.json'
import { apiReferences } from '../../plugins/openapi-reference/references.ts'
import { glossary } from '../glossary.ts'
import { Inline } from '../reference/Prose.tsx'

const frame = (table: ReactNode) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <div className="table-frame" tabIndex={0} role="group" aria-label="Table">
    {table}
  </div>
)

type Setting = { name: string; preset: string; allowed: string; says: string }

function SettingRows({ settings }: { settings: readonly Setting[] }) {
  return frame(
    <table>
      <thead>
        <tr>
          <th>Setting</th>
          <th>Default</th>
          <th>Allowed</th>
          <th>What it is</th>
        </tr>
      </thead>
      <tbody>
        {settings.map(({ name, preset, allowed, says }) => (
          <tr key={name} id={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{preset && <code>{preset}</code>}</td>
            <td>{allowed}</td>
            <td>
              <Inline text={says} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
}

/** Every setting of an installation, from the code that reads them. */
export const InstallationSettings = (): ReactNode => <SettingRows settings={facts.installation} />

/** Every setting of an application, with the value that a new one starts with. */
export const ApplicationSettings = (): ReactNode => <SettingRows settings={facts.application} />

const pageOf = (api: string) => apiReferences.find(({ name }) => name === api)?.route ?? '/next/api/'

/** Every scope, and the operations that ask for it. */
export function Scopes(): ReactNode {
  return frame(
    <table>
      <thead>
        <tr>
          <th>Scope</th>
          <th>In tokens</th>
          <th>Operations that ask for it</th>
        </tr>
      </thead>
      <tbody>
        {facts.scopes.map(({ name, inTokens, operations }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{inTokens ? 'yes' : 'keys only'}</td>
            <td>
              {operations.length === 0 && 'none in this version'}
              {operations.map(({ api, id, call, by }) => (
                <div key={`${api} ${id}`}>
                  <Link to={`${pageOf(api)}#${id}`}>
                    <code>{call}</code>
                  </Link>{' '}
                  by {by}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
}

/** Every refusal that routes share, by status. */
export function SharedRefusals(): ReactNode {
  const shared = facts.refusals.filter(({ own }) => !own)
  const rows = [...new Map(shared.map((one) => [`${one.status} ${one.why}`, one])).values()]
  return frame(
    <table>
      <thead>
        <tr>
          <th>Status</th>
          <th>msgCode</th>
          <th>Why</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .sort((a, b) => a.status - b.status)
          .map(({ status, msgCode, why }) => (
            <tr key={`${status} ${why}`}>
              <td>{status}</td>
              <td>
                <code>{msgCode}</code>
              </td>
              <td>
                <Inline text={why} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>,
  )
}

/** The refusals that operations have in their own words. */
export function OwnRefusals({ api }: { api: string }): ReactNode {
  const own = facts.refusals.filter((one) => one.own && one.api === api)
  return frame(
    <table>
      <thead>
        <tr>
          <th>Operation</th>
          <th>Status</th>
          <th>msgCode</th>
          <th>Why</th>
        </tr>
      </thead>
      <tbody>
        {own.map(({ id, call, status, msgCode, why }) => (
          <tr key={`${id} ${status}`}>
            <td>
              <Link to={`${pageOf(api)}#${id}`}>
                <code>{call}</code>
              </Link>
            </td>
            <td>{status}</td>
            <td>
              <code>{msgCode}</code>
            </td>
            <td>
              <Inline text={why} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
}

/** Every code that the browser SDK throws. */
export function SdkErrors(): ReactNode {
  return frame(
    <table>
      <thead>
        <tr>
          <th>Code</th>
          <th>When</th>
        </tr>
      </thead>
      <tbody>
        {facts.sdkErrors.map(({ code, when }) => (
          <tr key={code}>
            <td>
              <code>{code}</code>
            </td>
            <td>
              <Inline text={when ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
}

/** Every event, from the registry. */
export function Events(): ReactNode {
  return frame(
    <table>
      <thead>
        <tr>
          <th>Event</th>
          <th>Severity</th>
          <th>When</th>
          <th>About</th>
          <th>Detail</th>
        </tr>
      </thead>
      <tbody>
        {facts.events.map(({ type, severity, summary, about, detail, personal }) => (
          <tr key={type} id={type}>
            <td>
              <code>{type}</code>
            </td>
            <td>{severity}</td>
            <td>{summary}</td>
            <td>{about.join(', ')}</td>
            <td>
              {Object.entries({ ...detail, ...personal }).map(([name, what]) => (
                <div key={name}>
                  <code>{name}</code> {what}
                  {name in personal && ' (personal)'}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
}

const counted = ['network', 'application', 'user', 'userFromNetwork'] as const

/** How often calls of each kind are answered, from the code that counts them. */
export function RateLimits(): ReactNode {
  return frame(
    <table>
      <thead>
        <tr>
          <th>Calls</th>
          <th>Of a network</th>
          <th>Of an application</th>
          <th>Of a user</th>
          <th>Of a user from one network</th>
        </tr>
      </thead>
      <tbody>
        {facts.limits.map(({ name, operations, ...scopes }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>: {operations}
            </td>
            {counted.map((scope) => (
              <td key={scope}>{scopes[scope] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>,
  )
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
