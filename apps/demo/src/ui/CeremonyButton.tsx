import { Button, Loader } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'

/**
 * A button with a pending state for the browser's dialog. It keeps the focus until then. With `onCancel`, a second
 * button ends the wait.
 */
export function CeremonyButton({ pending, icon: Icon, children, onClick, onCancel, ...button }: CeremonyButtonProps) {
  const main = useRef<HTMLButtonElement>(null)
  const size = button.size ?? 'md'
  const cancel = () => {
    // The button that has the focus is about to leave the page.
    main.current?.focus()
    onCancel?.()
  }
  return (
    <>
      <Button
        {...button}
        ref={main}
        size={size}
        aria-disabled={pending || undefined}
        // A double click comes before `pending` is set and would start two ceremonies.
        onClick={(event) => (event.detail > 1 ? event.preventDefault() : onClick?.())}
        leftSection={
          pending ? (
            <Loader size={18} color="currentColor" aria-hidden="true" />
          ) : (
            <Icon size={20} stroke={1.8} aria-hidden="true" />
          )
        }
      >
        {pending ? 'Waiting for your device…' : children}
      </Button>
      {pending && onCancel && (
        <Button type="button" variant="default" size={size} onClick={cancel}>
          Stop waiting
        </Button>
      )}
    </>
  )
}

type CeremonyButtonProps = {
  pending: boolean
  icon: Icon
  children: ReactNode
  type?: 'submit' | 'button'
  variant?: 'filled' | 'default'
  size?: 'sm' | 'md'
  disabled?: boolean
  onClick?: () => void
  onCancel?: (() => void) | undefined
}
