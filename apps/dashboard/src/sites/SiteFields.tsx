import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { GroupsPicker } from '../common/groups/GroupsPicker.tsx'
import type { Draft } from './draft.ts'
import { findHostProblem } from './host.ts'
import { RulesEditor } from './RulesEditor.tsx'
import styles from './Sites.module.css'

type Props<Names extends keyof Draft> = {
  draft: Pick<Draft, Names>
  change: (part: Partial<Pick<Draft, Names>>) => void
  disabled?: boolean
}

/** The host of a site, and the name that users see. */
export function AddressFields({
  draft: { host, name },
  change,
  disabled = false,
  autoFocus = false,
}: Props<'host' | 'name'> & { autoFocus?: boolean }) {
  const { t } = useLingui()
  return (
    <div className={styles.fields}>
      <TextInput
        label={t`Host`}
        description={t`The host in the address that users open, with its port unless that is 443.`}
        placeholder="wiki.example.com"
        required
        autoFocus={autoFocus}
        maxLength={253}
        value={host}
        error={findHostProblem(host)}
        disabled={disabled}
        onChange={({ target }) => change({ host: target.value })}
      />
      <TextInput
        label={t`Name`}
        description={t`Users see this name when they sign in.`}
        required
        maxLength={64}
        value={name}
        disabled={disabled}
        onChange={({ target }) => change({ name: target.value })}
      />
    </div>
  )
}

/** The groups that can use a site, and the rules for its paths. */
export function AccessFields({
  id,
  draft: { rules, allowedGroups },
  change,
  disabled = false,
}: Props<'rules' | 'allowedGroups'> & { id: string }) {
  const { t } = useLingui()
  return (
    <div className={styles.fields}>
      <GroupsPicker
        id={id}
        label={t`Allowed groups`}
        description={t`Only members of one of these groups can use the site. Without any, every user can.`}
        placeholder={allowedGroups.length === 0 ? t`Every user` : ''}
        value={allowedGroups}
        disabled={disabled}
        onChange={(groups) => change({ allowedGroups: groups })}
      />
      <RulesEditor id={id} rules={rules} disabled={disabled} onChange={(list) => change({ rules: list })} />
    </div>
  )
}
