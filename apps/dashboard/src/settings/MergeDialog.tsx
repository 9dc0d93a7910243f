import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import type { Values } from './draft.ts'
import type { FieldName } from './field-texts.ts'
import styles from './MergeDialog.module.css'
import { nameField } from './texts.ts'
import type { Edit } from './use-edit.ts'
import { formatValue } from './words.ts'

type Props = { edit: Edit; merge: NonNullable<Edit['merge']> }

/** Shows what another user changed since, and lets the user choose per field. */
export function MergeDialog({ edit, merge }: Props) {
  const { conflicts, theirs, theirValues } = merge
  const [keepsTheirs, setKeepsTheirs] = useState<readonly FieldName[]>([])
  const choose = (name: FieldName, isTheirs: boolean) =>
    setKeepsTheirs([...keepsTheirs.filter((other) => other !== name), ...(isTheirs ? [name] : [])])
  const chosen = () =>
    Object.fromEntries(
      Object.entries(edit.changes).filter(([name]) => !keepsTheirs.includes(name as FieldName)),
    ) satisfies Values
  return (
    <Dialog title="Someone else changed this application" size="lg" onClose={() => edit.resolve(undefined)}>
      <p>The same settings have changed since you opened this page. Choose the values to keep.</p>
      {conflicts.map((name) => (
        <Radio.Group
          key={name}
          label={nameField(name)}
          value={keepsTheirs.includes(name) ? 'theirs' : 'mine'}
          onChange={(value) => choose(name, value === 'theirs')}
        >
          <div className={styles.choices}>
            <Radio value="mine" label={`Yours: ${formatValue(name, edit.changes[name])}`} />
            <Radio value="theirs" label={`Theirs: ${formatValue(name, theirValues[name])}`} />
          </div>
        </Radio.Group>
      ))}
      {theirs.length > 0 && (
        <p className={styles.others}>Also changed, and kept: {theirs.map(nameField).join(', ')}.</p>
      )}
      <DialogActions>
        <Button variant="default" onClick={() => edit.resolve(undefined)}>
          Cancel
        </Button>
        <Button onClick={() => edit.resolve(chosen())}>Save</Button>
      </DialogActions>
    </Dialog>
  )
}
