import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { TextList } from '../ui/TextList.tsx'
import styles from './AndroidApps.module.css'
import type { ControlProps } from './control-props.ts'
import { findFingerprint } from './fingerprint.ts'

const keytool = 'keytool -list -v -keystore my-release.keystore'

/** Edits the list of Android apps, and composes an entry from what keytool or the Play Console shows. */
export function AndroidApps({ value, onChange, disabled }: ControlProps) {
  const { t } = useLingui()
  const values = value as string[]
  return (
    <>
      <TextList
        noun={t`Android app`}
        values={values}
        onChange={onChange}
        disabled={disabled}
        placeholder="package=fingerprint"
      />
      {!disabled && <Helper onAdd={(entry) => onChange([...new Set([...values, entry])])} />}
    </>
  )
}

function Helper({ onAdd }: { onAdd: (entry: string) => void }) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [output, setOutput] = useState('')
  const fingerprint = findFingerprint(output)
  function add() {
    onAdd(`${name.trim()}=${fingerprint}`)
    setName('')
    setOutput('')
  }
  return (
    <details className={styles.helper}>
      <summary>
        <Trans>Find the fingerprint</Trans>
      </summary>
      <TextInput
        label={t`Package name`}
        placeholder="com.example.app"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Textarea
        label={t`Output of keytool`}
        description={
          <Trans>
            Run <code>{keytool}</code>, or copy the SHA-256 certificate fingerprint from Play Console → App integrity.
          </Trans>
        }
        autosize
        minRows={2}
        maxRows={6}
        value={output}
        error={output !== '' && !fingerprint && t`There is no SHA-256 fingerprint in this text`}
        onChange={({ target }) => setOutput(target.value)}
      />
      {fingerprint && <code className={styles.found}>{fingerprint}</code>}
      <Button variant="default" disabled={!fingerprint || name.trim() === ''} onClick={add}>
        <Trans>Add this app</Trans>
      </Button>
    </details>
  )
}
