import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import styles from './Quantity.module.css'

/** A quantity with two buttons. With `least` 0, the item can be removed. */
export function Quantity({ value, what, least = 1, onChange }: QuantityProps) {
  return (
    <fieldset className={styles.quantity} aria-label={`How many: ${what}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={`One less: ${what}`}
        disabled={value <= least}
        onClick={() => onChange(value - 1)}
      >
        <IconMinus size={18} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <span aria-live="polite">{value}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={`One more: ${what}`}
        disabled={value >= 20}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus size={18} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </fieldset>
  )
}

type QuantityProps = { value: number; what: string; least?: number; onChange: (value: number) => void }
