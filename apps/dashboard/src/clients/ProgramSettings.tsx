import { Trans } from '@lingui/react/macro'
import { fillSettings, type Values } from '@thumbturn/examples/openid/fill.ts'
import type { Program } from '@thumbturn/examples/openid/programs.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { InlineCode } from '../ui/InlineCode.tsx'
import styles from './Clients.module.css'
import { settingsTexts } from './settings-texts.ts'

type Props = { program: Program; values: Values }

/** Stands for the secret in settings. */
const placeholder = '{client_secret}'

/** The settings of a program with the values of a client, and what its operator must know. */
export function ProgramSettings({ program, values }: Props) {
  const { settings, notes, documentation, verified } = program
  return (
    <div className={styles.settings}>
      {settings.map(({ place, file }) => (
        <CodeBlock key={file} what={place} code={fillSettings(settingsTexts[file] ?? '', values).trim()} />
      ))}
      {values.clientSecret === undefined && settings.some(({ file }) => settingsTexts[file]?.includes(placeholder)) && (
        <p>
          <Trans>
            Put a client secret in place of <code>{placeholder}</code>. If you don’t have one, add a secret above.
          </Trans>
        </p>
      )}
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>
            <InlineCode text={note} />
          </li>
        ))}
      </ul>
      <p className={styles.source}>
        {verified === 'run' ? (
          <Trans>
            Tried with these settings. See{' '}
            <a href={documentation} target="_blank" rel="noreferrer">
              its documentation
            </a>
            .
          </Trans>
        ) : (
          <Trans>
            Not tried by us: these settings follow{' '}
            <a href={documentation} target="_blank" rel="noreferrer">
              its documentation
            </a>
            .
          </Trans>
        )}
      </p>
    </div>
  )
}
