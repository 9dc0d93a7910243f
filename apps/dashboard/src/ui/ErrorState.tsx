import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff, IconLock, IconMoodConfuzed, IconZoomQuestion } from '@tabler/icons-react'
import { CallFailure, hasStatus } from '../api/failure.ts'
import { Card } from './Card.tsx'
import { ErrorText } from './ErrorText.tsx'
import styles from './State.module.css'

type Props = { error: unknown; onRetry?: () => void }

/** Says why a part of the page can't be shown, and what can be done about it. */
export function ErrorState({ error, onRetry }: Props) {
  const { title, Icon } = describe(error)
  return (
    <Card>
      <div className={styles.state} role="alert">
        <span className={styles.icon}>
          <Icon size={22} stroke={1.7} aria-hidden="true" />
        </span>
        <h2>{title}</h2>
        <p className={styles.text}>
          <ErrorText error={error} />
        </p>
        {onRetry && !hasStatus(error, 404) && (
          <Button variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </Card>
  )
}

function describe(error: unknown) {
  if (hasStatus(error, 0)) return { title: i18n._(msg`No connection to the service`), Icon: IconCloudOff }
  if (hasStatus(error, 403)) return { title: i18n._(msg`Your role doesn’t allow this`), Icon: IconLock }
  if (hasStatus(error, 404)) return { title: i18n._(msg`Not found`), Icon: IconZoomQuestion }
  if (error instanceof CallFailure) return { title: i18n._(msg`This can’t be shown`), Icon: IconMoodConfuzed }
  return { title: i18n._(msg`Something went wrong`), Icon: IconMoodConfuzed }
}
