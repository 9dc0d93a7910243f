import type { ComponentChildren } from 'preact'

type Props = {
  kind?: 'primary' | 'plain' | 'danger' | 'link'
  type?: 'button' | 'submit'
  /** While it runs, the button says so and can't be pressed again, but keeps the focus. */
  isRunning?: boolean
  disabled?: boolean
  onClick?: () => void
  children: ComponentChildren
}

export const ActionButton = ({ kind = 'plain', type = 'button', isRunning, disabled, onClick, children }: Props) => (
  <button
    class={kind}
    type={type}
    aria-disabled={isRunning || disabled ? true : undefined}
    aria-busy={isRunning || undefined}
    onClick={(event) => {
      if (isRunning || disabled) event.preventDefault()
      else onClick?.()
    }}
  >
    {children}
  </button>
)
