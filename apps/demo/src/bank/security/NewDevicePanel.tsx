import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { LiveRegion } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Failure } from '../failures/Failure.tsx'
import { thumbturn } from '../session/session.ts'
import styles from './Security.module.css'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** Shows a cross-device code. */
export function NewDevicePanel() {
  const show = useMutation({ mutationFn: () => thumbturn.requestOtp() })
  return (
    <Panel title="New device" lead="Enter a code from here on a new device to create a passkey there.">
      {show.data ? (
        <div role="status">
          <p className={styles.code}>
            <span className="visually-hidden">Your code: </span>
            {show.data.code}
          </p>
          <p className={styles.note}>
            On the new device choose “My passkey is on another device”. It works once, until{' '}
            {time.format(show.data.expiresAt)}. Don't share it with anyone.
          </p>
        </div>
      ) : (
        <Button
          variant="default"
          leftSection={<IconDeviceMobile size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => !show.isPending && show.mutate()}
        >
          Show a code
        </Button>
      )}
      <LiveRegion>{show.isError && <Failure error={show.error} />}</LiveRegion>
    </Panel>
  )
}
