import { useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FilterName, filterTexts, severityChoices } from '../common/events/filters.ts'
import { userQuery } from '../common/users/queries.ts'
import { DetailFilter } from './DetailFilter.tsx'
import styles from './Filters.module.css'
import { SeverityFilter } from './SeverityFilter.tsx'
import { TextFilter } from './TextFilter.tsx'
import { TypeFilter } from './TypeFilter.tsx'
import { UserFilter } from './UserFilter.tsx'
import type { ValueProps } from './value-props.ts'

type Props = {
  id: string
  name: FilterName
  value: string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (value: string | undefined) => void
}

/** One filter: its value, a button that removes it, and a popover to choose another. */
export function FilterChip({ id, name, value, isOpen, onOpen, onChange }: Props) {
  const { t } = useLingui()
  const { label, hint } = filterTexts[name]
  function pick(picked: string | undefined) {
    onOpen(false)
    onChange(picked)
  }
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <span className={styles.pair}>
        <Popover.Target>
          <Button
            className={styles.chip}
            variant="default"
            size="xs"
            data-set={value !== undefined || undefined}
            leftSection={value === undefined ? <IconPlus size={14} stroke={1.8} aria-hidden="true" /> : undefined}
            onClick={() => onOpen(!isOpen)}
          >
            {label}
            {value !== undefined && (
              <span className={styles.value}>
                <Value id={id} name={name} value={value} />
              </span>
            )}
          </Button>
        </Popover.Target>
        {value !== undefined && (
          <CloseButton size={22} aria-label={t`Remove the filter ${label}`} onClick={() => onChange(undefined)} />
        )}
      </span>
      <Popover.Dropdown className={styles.popover} aria-label={t`Filter by ${label}`}>
        <p className={styles.hint}>{hint}</p>
        <Chooser id={id} name={name} value={value} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Chooser({ id, name, ...props }: ValueProps & { id: string; name: FilterName }) {
  if (name === 'type') return <TypeFilter {...props} />
  if (name === 'severity') return <SeverityFilter {...props} />
  if (name === 'user') return <UserFilter id={id} {...props} />
  return name === 'detail' ? <DetailFilter {...props} /> : <TextFilter name={name} {...props} />
}

/** A value in the words of the page. */
function Value({ id, name, value }: { id: string; name: FilterName; value: string }) {
  if (name === 'user') return <Username id={id} userId={value} />
  return name === 'severity' ? (severityChoices.find((choice) => choice.value === value)?.label ?? value) : value
}

/** The username; the ID of a user who was deleted. */
function Username({ id, userId }: { id: string; userId: string }) {
  const { data } = useQuery(userQuery(id, userId))
  return data?.username ?? userId.slice(0, 8)
}
