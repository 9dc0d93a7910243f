import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { Card } from '../ui/Card.tsx'
import { Fold } from '../ui/Fold.tsx'
import { Notice } from '../ui/Notice.tsx'
import { isSame } from './draft.ts'
import type { FieldName } from './field-texts.ts'
import { SettingField } from './SettingField.tsx'
import styles from './SettingsPage.module.css'
import { defaultFor } from './schema.ts'
import type { Section } from './sections.ts'
import type { Edit } from './use-edit.ts'
import { describeAdvanced } from './words.ts'

type Props = {
  section: Section
  edit: Edit
  /** The fields that the member can't change. */
  isDisabled: (name: FieldName) => boolean
  /** Whether the advanced settings are among what was searched for. */
  isUnfolded: boolean
}

/** The fields for one task; the advanced ones are folded unless the member looks for one. */
export function SettingsSection({ section, edit, isDisabled, isUnfolded }: Props) {
  const { t } = useLingui()
  const { id, title, description, fields, advanced } = section
  const show = (name: FieldName) => (
    <SettingField
      key={name}
      name={name}
      value={edit.values[name]}
      isChanged={name in edit.changes}
      disabled={isDisabled(name)}
      onChange={(value) => edit.change(name, value)}
      warning={
        name === 'rpId' && edit.values.rpId !== edit.saved.rpId && <RpIdWarning saved={String(edit.saved.rpId)} />
      }
    />
  )
  const linked = useLocation().hash.slice(1)
  const isLinked = advanced.some((name) => name === linked)
  const changed = advanced.filter((name) => !isSame(edit.values[name], defaultFor(name))).length
  return (
    <div id={id} className={styles.anchor}>
      <Card title={t(title)} description={t(description)} flush>
        {fields.map(show)}
        {advanced.length > 0 && (
          <Fold text={describeAdvanced(advanced.length, changed)} isOpen={isUnfolded || isLinked}>
            {advanced.map(show)}
          </Fold>
        )}
      </Card>
    </div>
  )
}

function RpIdWarning({ saved }: { saved: string }) {
  const { t } = useLingui()
  return (
    <Notice kind="warning" title={t`Existing passkeys will stop working`}>
      <Trans>They are bound to {saved}. Users need new passkeys, unless you change the RP ID back.</Trans>
    </Notice>
  )
}
