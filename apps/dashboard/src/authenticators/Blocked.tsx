import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { AuthenticatorPicker } from './AuthenticatorPicker.tsx'
import { AuthenticatorRow } from './AuthenticatorRow.tsx'
import styles from './Authenticators.module.css'
import { type BlockedAuthenticator, blockedQuery } from './queries.ts'

/** The block list. */
export function Blocked({ id }: { id: string }) {
  const { data } = useSuspenseQuery(blockedQuery(id))
  const canChange = useHasRole('developer', id)
  const { block, unblock } = useBlockActions(id)
  return (
    <Card
      title="Blocked"
      description="These authenticators can’t register, can’t sign in, or both."
      actions={
        canChange && (
          <AuthenticatorPicker
            label="Block an authenticator"
            excluded={data.map((blocked) => blocked.id)}
            onPick={(picked) => block.mutate({ ...picked, reg: true, auth: false })}
          />
        )
      }
      flush
    >
      {data.length === 0 && <p className={styles.none}>No authenticator is blocked.</p>}
      <ul aria-label="Blocked authenticators">
        {data.map((blocked) => (
          <AuthenticatorRow key={blocked.id} authenticator={blocked}>
            <Checkbox
              label="Registration"
              checked={blocked.reg}
              disabled={!canChange}
              onChange={() => block.mutate({ ...blocked, reg: !blocked.reg })}
            />
            <Checkbox
              label="Sign-in"
              checked={blocked.auth}
              disabled={!canChange}
              onChange={() => block.mutate({ ...blocked, auth: !blocked.auth })}
            />
            {canChange && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Unblock ${blocked.name ?? blocked.id}`}
                onClick={() => unblock.mutate(blocked)}
              >
                Unblock
              </Button>
            )}
          </AuthenticatorRow>
        ))}
      </ul>
    </Card>
  )
}

function useBlockActions(id: string) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(blockedQuery(id))
  const block = useMutation({
    mutationFn: ({ id: aaguid, reg, auth }: BlockedAuthenticator) =>
      call('authenticatorBlock', { params: { id, aaguid }, body: { reg, auth } }),
    onSuccess: refresh,
  })
  const unblock = useMutation({
    mutationFn: ({ id: aaguid }: BlockedAuthenticator) => call('authenticatorUnblock', { params: { id, aaguid } }),
    onSuccess: async (_, blocked) => {
      await refresh()
      showSuccess(`Unblocked ${blocked.name ?? blocked.id}`, { undo: () => block.mutate(blocked) })
    },
  })
  return { block, unblock }
}
