import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'

const features = [
  [
    'Sign-in without typing',
    '/user-scenario/authentication/sign-in/',
    'Passkeys appear in autofill, by button, or as soon as the page opens. Users with passwords are upgraded on the way.',
  ],
  [
    'Signed transactions',
    '/user-scenario/authentication/step-up/transaction-confirmation/',
    'A passkey signs the exact text that the user confirms, and your backend verifies what was signed.',
  ],
  [
    'The adoption report',
    '/analytics/passkey-adoption-report/',
    'See how many users were offered a passkey, how many created one, and what stopped the others.',
  ],
  [
    'Errors that say what to do',
    '/troubleshoot/',
    'A wrong origin or RP ID is explained in the log with the command that fixes it. A doctor command checks the rest.',
  ],
  [
    'Backups in one command',
    '/operate/backup/',
    'Data and master key in one encrypted file, restored on any machine. Users and their passkeys can be exported, too.',
  ],
  [
    'Isolated applications',
    '/setup/applications/',
    'One installation serves many products, each with its own users, keys, domain, policies, and message texts.',
  ],
] as const

/** The main features in a few words each; every title leads to its guide. */
export const Features = (): ReactNode => (
  <ul className="features">
    {features.map(([title, to, text]) => (
      <li key={title}>
        <h3>
          <Link to={to}>{title}</Link>
        </h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)
