import { plural } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../ui/Badge.tsx'
import { formatList } from '../../ui/in-language.ts'
import { Notice } from '../../ui/Notice.tsx'
import { formatDay, formatRelative } from '../../ui/times.ts'
import { type ApiKey, findState } from './expiry.ts'
import styles from './KeyState.module.css'

/** Whether a key works, and for how long. */
export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { expiresAt = '' } = apiKey
  switch (findState(apiKey)) {
    case 'revoked':
      return (
        <Badge>
          <Trans>Revoked</Trans>
        </Badge>
      )
    case 'expired':
      return (
        <Badge kind="danger">
          <Trans>Expired</Trans>
        </Badge>
      )
    case 'expiring':
      return (
        <Badge kind="warning">
          <Trans>Expires {{ time: formatRelative(expiresAt) }}</Trans>
        </Badge>
      )
    case 'active':
      return apiKey.expiresAt ? (
        <span className={styles.none}>
          <Trans>Until {{ day: formatDay(expiresAt) }}</Trans>
        </span>
      ) : (
        <span className={styles.none}>
          <Trans>No expiry</Trans>
        </span>
      )
  }
}

/** Warns of keys that expire soon, while there is time to replace them. */
export function ExpiryNotice({ keys }: { keys: readonly ApiKey[] }) {
  const { t } = useLingui()
  const expiring = keys.filter((key) => findState(key) === 'expiring')
  if (expiring.length === 0) return null
  const names = formatList(expiring.map(({ name }) => t`“${name}”`))
  return (
    <div className={styles.notice}>
      <Notice
        kind="warning"
        title={t`${plural({ count: expiring.length }, { one: `${names} expires soon`, other: `${names} expire soon` })}`}
      >
        <p>
          <Trans>Create a new key, give it to the backend, and then revoke the old one.</Trans>
        </p>
      </Notice>
    </div>
  )
}
