import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { data } = useSuspenseQuery(blockedQuery(id))
  const canChange = useHasRole('developer', id)
  const { block, unblock } = useBlockActions(id)
  return (
    <Card
      title={t`Blocked`}
      description={t`These authenticators can’t register, can’t sign in, or both.`}
      actions={
        canChange && (
          <AuthenticatorPicker
            label={t`Block an authenticator`}
            excluded={data.map((blocked) => blocked.id)}
            onPick={(picked) => block.mutate({ ...picked, reg: true, auth: false })}
          />
        )
      }
      flush
    >
      {data.length === 0 && (
        <p className={styles.none}>
          <Trans>No authenticator is blocked.</Trans>
        </p>
      )}
      <ul aria-label={t`Blocked authenticators`}>
        {data.map((blocked) => (
          <AuthenticatorRow key={blocked.id} authenticator={blocked}>
            <Checkbox
              label={t`Registration`}
              checked={blocked.reg}
              disabled={!canChange}
              onChange={() => block.mutate({ ...blocked, reg: !blocked.reg })}
            />
            <Checkbox
              label={t`Sign-in`}
              checked={blocked.auth}
              disabled={!canChange}
              onChange={() => block.mutate({ ...blocked, auth: !blocked.auth })}
            />
            {canChange && (
              <Button
                variant="default"
                size="xs"
                aria-label={t`Unblock ${{ authenticator: blocked.name ?? blocked.id }}`}
                onClick={() => unblock.mutate(blocked)}
              >
                <Trans>Unblock</Trans>
              </Button>
            )}
          </AuthenticatorRow>
        ))}
      </ul>
    </Card>
  )
}

function useBlockActions(id: string) {
  const { t } = useLingui()
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
      showSuccess(t`Unblocked ${{ authenticator: blocked.name ?? blocked.id }}`, { undo: () => block.mutate(blocked) })
    },
  })
  return { block, unblock }
}
