import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { ConfirmationCancellation, settleConfirmation, useConfirmationAsked } from './confirmation.ts'
import { confirmSession, useSession } from './session.ts'
import { visitInWindow } from './visit.ts'

/** Asks for the member's passkey, or at the provider of the session, when an action needs a recent confirmation. */
export function ConfirmationDialog() {
  return useConfirmationAsked() ? <Question /> : null
}

const ways = {
  passkey: {
    title: msg`Confirm with your passkey`,
    text: msg`This action needs your passkey. You won’t be asked again for five minutes.`,
    icon: <IconFingerprint size={18} stroke={1.8} aria-hidden="true" />,
  },
  provider: {
    title: msg`Confirm that it’s you`,
    text: msg`This action needs you to sign in again. You won’t be asked again for five minutes.`,
    icon: <IconLogin2 size={18} stroke={1.8} aria-hidden="true" />,
  },
}

function Question() {
  const { t } = useLingui()
  const { member, provider } = useSession()
  const { title, text, icon } = ways[provider ? 'provider' : 'passkey']
  const { mutate, isPending, error } = useMutation({
    mutationFn: (usesPasskey: boolean) =>
      usesPasskey ? confirmSession(member.username) : visitInWindow({ purpose: 'confirm' }),
    onSuccess: () => settleConfirmation(),
    meta: { quiet: true },
  })
  // The click on the action allows the browser's own dialog, so no other click is needed. A window at a provider needs its own.
  const isStarted = useRef(false)
  useEffect(() => {
    if (provider || isStarted.current) return
    isStarted.current = true
    mutate(true)
  }, [provider, mutate])
  const cancel = () => settleConfirmation(new ConfirmationCancellation())
  return (
    <Dialog title={t(title)} size={provider ? 'lg' : 'md'} onClose={cancel}>
      <p>{t(text)}</p>
      <ErrorNotice error={error} />
      <DialogActions>
        <Button variant="default" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
        {provider && (
          <Button variant="default" onClick={() => mutate(true)}>
            <Trans>Use a passkey</Trans>
          </Button>
        )}
        {/* A member who closed the provider's window opens it again. */}
        <Button data-autofocus loading={isPending && !provider} leftSection={icon} onClick={() => mutate(!provider)}>
          {provider ? t`Continue with ${{ provider: provider.name }}` : t`Confirm`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
