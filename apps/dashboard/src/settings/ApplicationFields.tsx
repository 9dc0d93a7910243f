import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextList } from '../ui/TextList.tsx'
import styles from './ApplicationFields.module.css'
import type { Edit } from './use-edit.ts'

/** Name and addresses of an application. */
export function ApplicationFields({ edit, disabled }: { edit: Edit; disabled: boolean }) {
  const { values, saved, change } = edit
  const label = useId()
  return (
    <div id="application" className={styles.anchor}>
      <Card title="Application" description="Its name, and where its passkeys work.">
        <div className={styles.fields}>
          <TextInput
            label="Name"
            description="Users see it in the dialogs of their browser."
            maxLength={128}
            disabled={disabled}
            value={String(values.name)}
            error={String(values.name).trim() === '' && 'Enter a name'}
            onChange={({ target }) => change('name', target.value)}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have another look */}
          <div role="group" aria-labelledby={label}>
            <p className={styles.label} id={label}>
              Origins
            </p>
            <p className={styles.hint}>
              Pages of exactly these origins can use the passkeys. Android apps have an origin that begins with{' '}
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
          <TextInput
            label="RP ID"
            description="The domain that passkeys are bound to."
            disabled={disabled}
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
            description="Where the API of the application is reached, if it has an address of its own. Tokens carry it as their issuer."
            placeholder="https://auth.example.com"
            disabled={disabled}
            value={String(values.baseUrl)}
            onChange={({ target }) => change('baseUrl', target.value)}
          />
        </div>
      </Card>
    </div>
  )
}

/** The origin of an address; any other text as it is, for the service to explain. */
const toOrigin = (text: string) => (/^https?:\/\//.test(text) ? (URL.parse(text)?.origin ?? text) : text)
