import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/CopyButton.tsx'
import { InlineCode } from '../ui/InlineCode.tsx'
import styles from './EventPanel.module.css'

/** An action for a value. */
export type Action = { label: string; onClick: () => void }

type Props = {
  name: string
  description?: string | undefined
  /** The text that is copied; without it, nothing can be. */
  value?: string
  action?: Action
  children: ReactNode
}

/** A field of an event with its value. */
export function EventFact({ name, description, value, action, children }: Props) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.factValue}>
          {children}
          {description && (
            <small className={styles.description}>
              <InlineCode text={description} />
            </small>
          )}
        </span>
        <span className={styles.factActions}>
          {action && (
            <Tooltip label={action.label}>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={action.label} onClick={action.onClick}>
                <IconFilter size={16} stroke={1.8} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          )}
          {value !== undefined && <CopyButton text={value} what={name} />}
        </span>
      </dd>
    </div>
  )
}
