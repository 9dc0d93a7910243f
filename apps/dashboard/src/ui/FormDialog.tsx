import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Dialog, DialogActions } from './Dialog.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

type Props = {
  title: string
  size?: 'md' | 'lg'
  /** The verb of the button that submits the form. */
  action: string
  isDangerous?: boolean
  isDisabled?: boolean
  isPending: boolean
  /** Why the last attempt failed. */
  error: Error | null
  /** The text of the button that closes the dialog; Cancel by default. */
  close?: string
  /** A button on the other side. */
  otherAction?: ReactNode
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A dialog with a form: its fields, why the last attempt failed, and its buttons. */
export function FormDialog({ title, size, action, error, close, children, ...props }: Props) {
  const { t } = useLingui()
  function submit(event: FormEvent) {
    event.preventDefault()
    // React passes it on to the form of the dialog that opened this one.
    event.stopPropagation()
    props.onSubmit()
  }
  return (
    <Dialog title={title} size={size} onClose={props.onClose}>
      <form onSubmit={submit}>
        {children}
        <ErrorNotice error={error} />
        <DialogActions>
          {props.otherAction}
          <Button variant="default" onClick={props.onClose}>
            {close ?? t`Cancel`}
          </Button>
          <Button
            type="submit"
            {...(props.isDangerous && { color: 'red' })}
            disabled={props.isDisabled}
            loading={props.isPending}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
