import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import styles from './ChecksPanel.module.css'
import type { Ceremony } from './ceremony.ts'

/** Sends the accepted response a second time, to show that the service rejects it. */
export function Replay({ send }: { send: Ceremony['send'] }) {
  const replay = useMutation({ mutationFn: () => sendAgain(send) })
  return (
    <div className={styles.replay}>
      <Button size="compact-sm" variant="subtle" onClick={() => !replay.isPending && replay.mutate()}>
        Try to replay it
      </Button>
      <output>{replay.data ?? replay.error?.message}</output>
    </div>
  )
}

async function sendAgain({ url, body }: Ceremony['send']): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  if (response.ok) return 'Accepted again: that must not happen.'
  const { msg, msgCode } = (await response.json()) as { msg: string; msgCode: string }
  return `Rejected: ${response.status} ${msgCode}. ${msg}`
}
