import type { ComponentChildren } from 'preact'

const Icon = ({ children }: { children: ComponentChildren }) => (
  <svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
    {children}
  </svg>
)

/** The passkey symbol of the SDK's components: a person and a key. */
export const PasskeyIcon = () => (
  <Icon>
    <path d="M8.5 11.25a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5Z" />
    <path d="M2 20c0-3.6 2.9-5.75 6.5-5.75 1.9 0 3.6.6 4.8 1.7" />
    <path d="M17.75 12.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5Z" />
    <path d="M17.75 12.25V21m0-1.25h2.75m-2.75-3.25h2" />
  </Icon>
)

export const WarningIcon = () => (
  <Icon>
    <path d="M12 4 2.75 20h18.5L12 4Z" />
    <path d="M12 10v4.5m0 2.5v.25" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)
