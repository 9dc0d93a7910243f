import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import styles from './Entrance.module.css'
import { Entrance } from './Entrance.tsx'
import { sessionQuery, signOut, useSession } from './session.ts'

/** For members who have no role yet: they are signed in, and wait for an owner. */
export function PendingPage() {
  const { member } = useSession()
  const [hasChecked, setHasChecked] = useState(false)
  const check = useMutation({
    mutationFn: () => queryClient.invalidateQueries(sessionQuery),
    onSuccess: () => setHasChecked(true),
  })
  const leave = useMutation({ mutationFn: signOut })
  return (
    <Entrance title="You don’t have a role yet" turning={check.isPending}>
      <p className={styles.lead}>
        You’re signed in as <strong>{member.name}</strong> ({member.username}), but an owner has to give you a role.
      </p>
      <p>Ask an owner of this installation to open Members and grant you a role. Then check again.</p>
      <Button size="md" fullWidth loading={check.isPending} onClick={() => check.mutate()}>
        Check again
      </Button>
      <Button variant="default" fullWidth onClick={() => leave.mutate()}>
        Sign out
      </Button>
      <p className={styles.help} role="status">
        {hasChecked && !check.isPending && 'You still have no role.'}
      </p>
    </Entrance>
  )
}
