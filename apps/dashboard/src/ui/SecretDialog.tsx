import { Trans } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

type Props = { title: string; what: string; secret: string; children: ReactNode; onClose: () => void }

/** Shows a secret once. It is kept nowhere: closing the dialog forgets it. */
export function SecretDialog({ title, what, secret, children, onClose }: Props) {
  return (
    <Dialog title={title} size="lg" onClose={onClose} staysOpen>
      <div>{children}</div>
      <Textarea
        readOnly
        autosize
        aria-label={what}
        value={secret}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <DialogActions>
        <CopyButton text={secret} what={what} withLabel />
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
