import { Button, Switch, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/thumbturn.ts'
import { CeremonyButton } from '../ui/CeremonyButton.tsx'
import { useCancelable } from '../ui/cancelable.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { LiveRegion } from '../ui/Notice.tsx'
import { announce } from '../ui/Toast.tsx'
import styles from './PasskeysPanel.module.css'

/** Creates another passkey for the account. */
export function AddDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [securityKey, setSecurityKey] = useState(false)
  const add = useAddPasskey(username, onClose)
  const close = () => {
    add.cancel()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate({ passkeyName: name.trim() || undefined, securityKey })
  }
  return (
    <Dialog title="Add a passkey" onClose={close}>
      <form onSubmit={submit} noValidate className={styles.form}>
        <TextInput
          label="Name (optional)"
          description="To recognize it in the list."
          maxLength={128}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          label="Use a security key"
          description="A USB or NFC key, instead of this device."
          checked={securityKey}
          onChange={(event) => setSecurityKey(event.currentTarget.checked)}
        />
        <div>
          <LiveRegion>{add.isError && <Failure error={add.error} />}</LiveRegion>
          <DialogActions>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <CeremonyButton type="submit" size="sm" pending={add.isPending} icon={IconFingerprint}>
              Create passkey
            </CeremonyButton>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}

/** The service lists the existing passkeys, so that the browser rejects a second one on the same device. */
function useAddPasskey(username: string, onDone: () => void) {
  const queries = useQueryClient()
  return useCancelable(
    (options: { passkeyName?: string | undefined; securityKey: boolean }, signal) =>
      thumbturn.createPasskey(username, { displayName: username, ...options, signal }),
    {
      mutationKey: ['ceremony'],
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: ['passkeys'] })
        announce('The new passkey is ready.')
        onDone()
      },
    },
  )
}
