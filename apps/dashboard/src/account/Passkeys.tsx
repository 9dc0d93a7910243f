import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { PasskeyList } from '../common/members/PasskeyList.tsx'
import { addPasskey, passkeysQuery } from '../common/members/passkeys.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Account.module.css'

/** The passkeys of the signed-in member, who can add more of them. */
export function Passkeys({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: passkeys } = useSuspenseQuery(passkeysQuery(id))
  return (
    <Card
      title={t`Passkeys`}
      description={t`You sign in to the dashboard with any of these.`}
      actions={passkeys.length > 0 && <AddButton id={id} />}
      flush
    >
      {passkeys.length === 0 && (
        <EmptyState icon={IconFingerprint} title={t`No passkeys`} actions={<AddButton id={id} />}>
          <Trans>
            You sign in with your provider. With a passkey, you can also sign in when the provider is unavailable.
          </Trans>
        </EmptyState>
      )}
      <PasskeyList memberId={id} passkeys={passkeys} />
      {passkeys.length === 1 && (
        <div className={styles.notice}>
          <Notice kind="info">
            <Trans>
              This is your only passkey. Add another one on a different device or on a security key, so that you can
              still sign in if you lose this one.
            </Trans>
          </Notice>
        </div>
      )}
    </Card>
  )
}

function AddButton({ id }: { id: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: addPasskey,
    onSuccess: async () => {
      await queries.invalidateQueries(passkeysQuery(id))
      showSuccess(t`Added the passkey`)
    },
  })
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      <Trans>Add a passkey</Trans>
    </Button>
  )
}
