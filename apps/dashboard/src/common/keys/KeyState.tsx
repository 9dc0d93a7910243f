import { Badge } from '../../ui/Badge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatDay, formatRelative } from '../../ui/times.ts'
import { type ApiKey, findState } from './expiry.ts'
import styles from './KeyState.module.css'

/** Whether a key works, and for how long. */
export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { expiresAt = '' } = apiKey
  switch (findState(apiKey)) {
    case 'revoked':
      return <Badge>Revoked</Badge>
    case 'expired':
      return <Badge kind="danger">Expired</Badge>
    case 'expiring':
      return <Badge kind="warning">Expires {formatRelative(expiresAt)}</Badge>
    case 'active':
      return apiKey.expiresAt ? (
        <span className={styles.none}>Until {formatDay(expiresAt)}</span>
      ) : (
        <span className={styles.none}>No expiry</span>
      )
  }
}

/** Warns of keys that expire soon, while there is time to replace them. */
export function ExpiryNotice({ keys }: { keys: readonly ApiKey[] }) {
  const names = keys.filter((key) => findState(key) === 'expiring').map(({ name }) => `“${name}”`)
  if (names.length === 0) return null
  return (
    <div className={styles.notice}>
      <Notice kind="warning" title={`${names.join(', ')} ${names.length === 1 ? 'expires' : 'expire'} soon`}>
        <p>Create a new key, give it to the backend, and then revoke the old one.</p>
      </Notice>
    </div>
  )
}
