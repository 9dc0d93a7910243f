import type { ReactNode } from 'react'

/** Yes, no, or in words what is in between. */
type Cell = boolean | string

const products = ['Thumbturn', 'Pocket ID', 'Keycloak', 'Rauthy', 'Better Auth', 'Hanko']

const strengths: readonly (readonly [feature: string, ...cells: Cell[]])[] = [
  ['Sign-in on your own pages, by API or SDK', true, false, false, false, true, true],
  ['OpenID Provider for programs that you run', true, true, true, true, 'plugin', false],
  ['Forward-auth for programs without a sign-in', true, false, false, true, false, false],
  ['Sign-in without a username', true, true, true, false, true, true],
  ['Passkeys in the browser’s autofill', true, false, true, false, true, true],
  ['Transactions signed with a passkey', true, false, false, false, false, 'separate server'],
  ['Authenticators verified with FIDO metadata', true, false, 'imported certificates', false, false, false],
  ['Dashboard included', true, true, true, true, false, false],
  ['Runs without a database server', true, true, false, true, 'your app’s database', false],
  ['Backups built in', true, 'export', 'export', true, false, false],
]

const weaknesses: readonly (readonly [feature: string, ...cells: Cell[]])[] = [
  ['Passwords and social sign-in', false, false, true, true, true, true],
  ['LDAP or SAML', false, 'LDAP', true, false, 'SAML plugin', 'SAML'],
  ['Certified by the OpenID Foundation', false, false, true, false, false, false],
]

const licenses = ['Apache-2.0', 'BSD-2-Clause', 'Apache-2.0', 'Apache-2.0', 'MIT', 'AGPL-3.0 and MIT']

/** The product and those that readers also consider: first where it is ahead, then where others are. */
export function Comparison(): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="comparison" role="group" aria-label="Comparison" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {products.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {strengths.map((row) => (
            <Row key={row[0]} row={row} />
          ))}
        </tbody>
        <tbody>
          <tr className="comparison-part">
            <th scope="rowgroup" colSpan={products.length + 1}>
              Where others are ahead
            </th>
          </tr>
          {weaknesses.map((row) => (
            <Row key={row[0]} row={row} />
          ))}
        </tbody>
        <tbody>
          <Row row={['License', ...licenses]} />
        </tbody>
      </table>
    </div>
  )
}

function Row({ row: [feature, ...cells] }: { row: readonly [string, ...Cell[]] }) {
  return (
    <tr>
      <th scope="row">{feature}</th>
      {cells.map((cell, index) => (
        <td key={products[index]}>
          <Mark cell={cell} />
        </td>
      ))}
    </tr>
  )
}

function Mark({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell
  return (
    <span className={cell ? 'mark-yes' : 'mark-no'}>
      <span className="visually-hidden">{cell ? 'yes' : 'no'}</span>
    </span>
  )
}
