import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { addPasskey } from '../common/members/passkeys.ts'
import styles from '../session/Entrance.module.css'
import { Entrance } from '../session/Entrance.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'

/** Suggests another passkey to a member who has created their first one, once. */
export function SecondPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const { mutate, isPending, error } = useMutation({
    mutationFn: addPasskey,
    onSuccess: onDone,
    meta: { quiet: true },
  })
  return (
    <Entrance title={t`Add a second passkey`} turning={isPending}>
      <p className={styles.lead}>
        <Trans>
          You’re signed in. If you lose the device with your passkey, a second one lets you back in: on your phone, on
          another computer, or on a security key.
        </Trans>
      </p>
      <ErrorNotice error={error} />
      <Button
        size="md"
        fullWidth
        loading={isPending}
        leftSection={<IconFingerprint size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        <Trans>Add a passkey</Trans>
      </Button>
      <Button variant="default" size="md" fullWidth onClick={onDone}>
        <Trans>Not now</Trans>
      </Button>
      <p className={styles.help}>
        <Trans>You can add one later: open Your account from the menu at the top right.</Trans>
      </p>
    </Entrance>
  )
}
