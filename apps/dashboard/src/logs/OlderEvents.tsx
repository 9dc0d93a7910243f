import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ErrorText } from '../ui/ErrorText.tsx'
import { formatCount } from '../ui/numbers.ts'
import { readIdTime } from './events.ts'
import styles from './Logs.module.css'
import { formatRowTime } from './times.ts'
import type { History } from './use-history.ts'
import { mostEvents } from './use-tail.ts'

type Props = { history: History; isLive: boolean; hasEvents: boolean }

/** Leads to older events, and says how far the search got where few match. */
export function OlderEvents({ history, isLive, hasEvents }: Props) {
  const { t } = useLingui()
  const { next, error, isPending, isLoadingOlder, loadOlder } = history
  if (isPending) return null
  if (isLive)
    return (
      <p className={styles.end}>
        <Trans>
          The page shows at most the newest {{ count: formatCount(mostEvents) }} events while it follows. Stop to load
          older ones.
        </Trans>
      </p>
    )
  if (next === undefined)
    return hasEvents ? (
      <p className={styles.end}>
        <Trans>There are no older matching events.</Trans>
      </p>
    ) : null
  return (
    <div className={styles.older}>
      <Button variant="default" loading={isLoadingOlder} onClick={loadOlder}>
        {hasEvents ? t`Load older` : t`Search older events`}
      </Button>
      {error && (
        <span role="alert">
          <ErrorText error={error} />
        </span>
      )}
      <span>
        <Trans>Searched back to {{ time: formatRowTime(readIdTime(next)) }}</Trans>
      </span>
    </div>
  )
}
