import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import styles from './Entrance.module.css'
import { Entrance } from './Entrance.tsx'
import { sessionQuery, signOut, useSession } from './session.ts'

/** For members who have no role yet: they are signed in, and wait for an owner. */
export function PendingPage() {
  const { t } = useLingui()
  const { name, username } = useSession().member
  const [hasChecked, setHasChecked] = useState(false)
  const check = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }),
    onSuccess: () => setHasChecked(true),
  })
  const leave = useMutation({ mutationFn: signOut })
  return (
    <Entrance title={t`You don’t have a role yet`} turning={check.isPending}>
      <p className={styles.lead}>
        <Trans>
          You’re signed in as <strong>{name}</strong> ({username}), but an owner has to give you a role.
        </Trans>
      </p>
      <p>
        <Trans>Ask an owner of this installation to open Members and grant you a role. Then check again.</Trans>
      </p>
      <Button size="md" fullWidth loading={check.isPending} onClick={() => check.mutate()}>
        <Trans>Check again</Trans>
      </Button>
      <Button variant="default" fullWidth onClick={() => leave.mutate()}>
        <Trans>Sign out</Trans>
      </Button>
      <p className={styles.help} role="status">
        {hasChecked && !check.isPending && t`You still have no role.`}
      </p>
    </Entrance>
  )
}
