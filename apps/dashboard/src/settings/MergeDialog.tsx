import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import type { Values } from './draft.ts'
import type { FieldName } from './field-texts.ts'
import styles from './MergeDialog.module.css'
import { nameField } from './texts.ts'
import type { Edit } from './use-edit.ts'
import { formatList, formatValue } from './words.ts'

type Props = { edit: Edit; merge: NonNullable<Edit['merge']> }

/** Shows what another user changed since, and lets the user choose per field. */
export function MergeDialog({ edit, merge }: Props) {
  const { t } = useLingui()
  const { conflicts, theirs, theirValues } = merge
  const [keepsTheirs, setKeepsTheirs] = useState<readonly FieldName[]>([])
  const choose = (name: FieldName, isTheirs: boolean) =>
    setKeepsTheirs([...keepsTheirs.filter((other) => other !== name), ...(isTheirs ? [name] : [])])
  const others = formatList(theirs.map(nameField))
  const chosen = () =>
    Object.fromEntries(
      Object.entries(edit.changes).filter(([name]) => !keepsTheirs.includes(name as FieldName)),
    ) satisfies Values
  return (
    <Dialog title={t`Someone else changed this application`} size="lg" onClose={() => edit.resolve(undefined)}>
      <p>
        <Trans>The same settings have changed since you opened this page. Choose the values to keep.</Trans>
      </p>
      {conflicts.map((name) => (
        <Radio.Group
          key={name}
          label={nameField(name)}
          value={keepsTheirs.includes(name) ? 'theirs' : 'mine'}
          onChange={(value) => choose(name, value === 'theirs')}
        >
          <div className={styles.choices}>
            <Radio value="mine" label={<Trans>Yours: {{ value: formatValue(name, edit.changes[name]) }}</Trans>} />
            <Radio value="theirs" label={<Trans>Theirs: {{ value: formatValue(name, theirValues[name]) }}</Trans>} />
          </div>
        </Radio.Group>
      ))}
      {theirs.length > 0 && (
        <p className={styles.others}>
          <Trans>Also changed, and kept: {others}.</Trans>
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={() => edit.resolve(undefined)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button onClick={() => edit.resolve(chosen())}>
          <Trans>Save</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
