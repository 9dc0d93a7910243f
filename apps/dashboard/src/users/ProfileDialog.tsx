import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ProfileFieldName, profileFieldNames, profileFields } from '@thumbturn/contract/vocabulary/profiles.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { hasStatus } from '../api/failure.ts'
import { ClaimsField } from '../common/groups/ClaimsField.tsx'
import { formatClaims, parseClaims } from '../common/groups/claims.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { profileQuery, type UserProfile } from './access-queries.ts'
import styles from './Users.module.css'

export const profileLabels: Readonly<Record<ProfileFieldName, MessageDescriptor>> = {
  name: msg`Full name`,
  givenName: msg`Given name`,
  familyName: msg`Family name`,
  nickname: msg`Nickname`,
  picture: msg`Picture`,
  website: msg`Website`,
  locale: msg`Language`,
  zoneinfo: msg`Time zone`,
}

type Props = { id: string; userId: string; profile: UserProfile['profile']; onClose: () => void }

/** Changes what clients get about a user. Empty fields are removed. */
export function ProfileDialog({ id, userId, profile, onClose }: Props) {
  const { t, i18n } = useLingui()
  const [fields, setFields] = useState(() => readFields(profile))
  const [claims, setClaims] = useState(formatClaims(profile.claims))
  // The query can be read again while the dialog is open: newer values must not be overwritten with those from before.
  const [version] = useState(profile.version)
  const queries = useQueryClient()
  const parsed = parseClaims(claims)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('userProfileChange', {
        params: { id, userId },
        body: { ...fields, claims: parsed ?? {}, version },
      }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries(profileQuery(id, userId))
      showSuccess(t`Changed the profile`)
    },
    onError: (error) => {
      if (hasStatus(error, 409)) void queries.invalidateQueries(profileQuery(id, userId))
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Edit the profile`}
      size="lg"
      action={t`Save`}
      isDisabled={parsed === undefined}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {profileFieldNames.map((name) => (
          <TextInput
            key={name}
            label={i18n._(profileLabels[name])}
            placeholder={readExample(name)}
            value={fields[name]}
            onChange={({ target }) => setFields({ ...fields, [name]: target.value })}
          />
        ))}
      </div>
      <ClaimsField value={claims} onChange={setClaims} />
    </FormDialog>
  )
}

const readFields = (profile: UserProfile['profile']) =>
  Object.fromEntries(profileFieldNames.map((name) => [name, profile[name] ?? ''])) as Record<ProfileFieldName, string>

/** The contract's example of a field. */
const readExample = (name: ProfileFieldName) => (profileFields[name] as { examples?: string[] }).examples?.[0]
