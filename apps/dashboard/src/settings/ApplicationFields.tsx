import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextList } from '../ui/TextList.tsx'
import styles from './ApplicationFields.module.css'
import type { Edit } from './use-edit.ts'

type Props = { edit: Edit; disabled: boolean }

/** Name and addresses of an application. */
export function ApplicationFields({ edit, disabled }: Props) {
  const { values, saved, change } = edit
  const canMove = useHasRole('developer')
  return (
    <div id="application" className={styles.anchor}>
      <Card title="Application" description="The application’s name, and where its passkeys work.">
        <div className={styles.fields}>
          <TextInput
            label="Name"
            description="Users see this name in their browser’s dialogs."
            maxLength={128}
            disabled={disabled}
            value={String(values.name)}
            error={String(values.name).trim() === '' && 'Enter a name'}
            onChange={({ target }) => change('name', target.value)}
          />
          <OriginsField edit={edit} disabled={disabled} />
          <TextInput
            label="RP ID"
            description="The domain that passkeys are bound to."
            disabled={disabled || !canMove}
            value={String(values.rpId)}
            onChange={({ target }) => change('rpId', target.value)}
          />
          {values.rpId !== saved.rpId && (
            <Notice kind="warning" title="Existing passkeys will stop working">
              Passkeys are bound to {String(saved.rpId)}. Users need new ones after this change.
            </Notice>
          )}
          <TextInput
            label="Base URL"
            description="The address of the application’s API, if it has its own. Tokens contain it as their issuer."
            placeholder="https://auth.example.com"
            disabled={disabled || !canMove}
            value={String(values.baseUrl)}
            onChange={({ target }) => change('baseUrl', target.value)}
          />
          {!disabled && !canMove && (
            <Notice kind="info">
              RP IDs and base URLs are shared by the whole installation. An owner or a developer of the installation can
              change them.
            </Notice>
          )}
        </div>
      </Card>
    </div>
  )
}

function OriginsField({ edit: { values, change }, disabled }: Props) {
  const label = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have another look
    <div role="group" aria-labelledby={label}>
      <p className={styles.label} id={label}>
        Origins
      </p>
      <p className={styles.hint}>
        Only pages on exactly these origins can use the passkeys. Android apps have an origin that starts with{' '}
        <code>android:apk-key-hash:</code>.
      </p>
      <TextList
        noun="origin"
        values={values.origins as string[]}
        onChange={(origins) => change('origins', origins)}
        disabled={disabled}
        parse={toOrigin}
        placeholder="https://www.example.com"
      />
    </div>
  )
}

/** The origin of an address; any other text as it is, for the service to explain. */
const toOrigin = (text: string) => (/^https?:\/\//.test(text) ? (URL.parse(text)?.origin ?? text) : text)
