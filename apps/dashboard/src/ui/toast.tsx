import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { ErrorText } from './ErrorText.tsx'

type Undo = { undo?: () => void | Promise<void> }

/** Announces that something succeeded, with a way back if there is one. If that fails, another toast says so. */
export function showSuccess(text: string, { undo }: Undo = {}): void {
  const id = crypto.randomUUID()
  const revert = () => {
    hideNotification(id)
    void undo?.()?.catch(showFailure)
  }
  showNotification({
    id,
    color: 'verdigris',
    icon: <IconCheck size={18} stroke={2} aria-hidden="true" />,
    message: undo ? <WithUndo text={text} onUndo={revert} /> : text,
    autoClose: undo ? 10_000 : 5_000,
    closeButtonProps: { 'aria-label': i18n._(msg`Close`) },
  })
}

function WithUndo({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <>
      {text}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        <Trans>Undo</Trans>
      </Button>
    </>
  )
}

/** Announces that a call failed. */
export function showFailure(error: unknown): void {
  showNotification({
    color: 'red',
    icon: <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />,
    message: <ErrorText error={error} />,
    autoClose: 10_000,
    closeButtonProps: { 'aria-label': i18n._(msg`Close`) },
  })
}
