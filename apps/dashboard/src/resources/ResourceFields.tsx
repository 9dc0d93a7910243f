import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { GroupsPicker } from '../common/groups/GroupsPicker.tsx'
import type { Draft } from './draft.ts'
import { ScopesEditor } from './ScopesEditor.tsx'

type Props = { id: string; draft: Draft; change: (part: Partial<Draft>) => void; disabled?: boolean }

/** The settings of an API: its name, its permissions, and who can allow access to it. */
export function ResourceFields({ id, draft: { name, scopes, allowedGroups }, change, disabled = false }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Name`}
        description={t`Users see this name, with the host, before they allow a program access.`}
        placeholder={t({ message: 'Files', context: 'name of an API' })}
        required
        maxLength={64}
        value={name}
        disabled={disabled}
        onChange={({ target }) => change({ name: target.value })}
      />
      <ScopesEditor scopes={scopes} disabled={disabled} onChange={(list) => change({ scopes: list })} />
      <GroupsPicker
        id={id}
        label={t`Allowed groups`}
        description={t`Only members of one of these groups can allow access. Without any, every user can.`}
        placeholder={allowedGroups.length === 0 ? t`Every user` : ''}
        value={allowedGroups}
        disabled={disabled}
        onChange={(groups) => change({ allowedGroups: groups })}
      />
    </>
  )
}
