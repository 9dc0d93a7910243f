import { ActionIcon } from '@mantine/core'
import { IconCloudCheck, IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Passkey } from '@thumbturn/web'
import { formatAgo, formatDay } from '../ui/times.ts'
import styles from './PasskeysPanel.module.css'

/** One passkey: its name, its dates, and its buttons if it can be changed. */
export function PasskeyRow({ passkey, current, onRename, onDelete }: RowProps) {
  const { name, credentialSynced, createdAt, lastUsedAt } = passkey
  const Icon = credentialSynced ? IconCloudCheck : IconKey
  return (
    <li className={styles.row}>
      <span className={styles.symbol}>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
      </span>
      <div className={styles.what}>
        <p className={styles.name}>
          <span>{name}</span>
          {current && <span className={styles.badge}>in use now</span>}
        </p>
        <p className={styles.life}>
          <span>{credentialSynced ? 'Backed up by its provider' : 'On one device only'}</span> ·{' '}
          <span>added {formatDay(createdAt)}</span> ·{' '}
          <span>{lastUsedAt ? `last used ${formatAgo(lastUsedAt)}` : 'not used to sign in yet'}</span>
        </p>
      </div>
      {onRename && onDelete && (
        <div className={styles.buttons}>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={`Rename ${name}`} onClick={onRename}>
            <IconPencil size={19} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={`Delete ${name}`} onClick={onDelete}>
            <IconTrash size={19} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}

type RowProps = { passkey: Passkey; current: boolean; onRename?: () => void; onDelete?: () => void }
