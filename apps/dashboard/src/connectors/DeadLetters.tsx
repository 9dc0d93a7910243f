import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { EventType } from '../common/events/EventType.tsx'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Connectors.module.css'
import { type Connector, deadLettersQuery } from './queries.ts'
import { ReceiverFailure } from './receiver-failure.ts'

type Props = { id: string; connector: Connector }
type DeadLetter = CallResult<'deadLettersList'>['deadLetters'][number]

/** The events that the receiver rejected. */
export function DeadLetters({ id, connector }: Props) {
  const { data } = useSuspenseQuery(deadLettersQuery(id, connector.id))
  const canChange = useHasRole('developer', id)
  const [isAsked, setIsAsked] = useState(false)
  const replay = useReplay(id, connector.id)
  const more = connector.status.deadLetters - data.deadLetters.length
  return (
    <Card
      title="Dead letters"
      description="Events that the receiver rejected while it accepted others. They’re kept for 30 days."
      actions={
        canChange && (
          <>
            <Button variant="default" onClick={() => setIsAsked(true)}>
              Delete all
            </Button>
            <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
              Send again
            </Button>
          </>
        )
      }
      flush
    >
      <DataTable
        label="Dead letters"
        columns={columns}
        rows={data.deadLetters}
        getKey={({ position }) => String(position)}
      />
      {more > 0 && <p className={styles.foot}>And {more.toLocaleString()} more.</p>}
      {isAsked && <DiscardDialog id={id} connector={connector} onClose={() => setIsAsked(false)} />}
    </Card>
  )
}

const columns: Column<DeadLetter>[] = [
  {
    id: 'type',
    header: 'Event',
    cell: ({ row: { original } }) =>
      original.event ? <EventType type={original.event.eventId} /> : <code>{original.uuid}</code>,
  },
  {
    id: 'error',
    header: 'Error',
    cell: ({ row }) => <span className={styles.error}>{row.original.error}</span>,
  },
  { id: 'rejectedAt', header: 'Rejected', cell: ({ row }) => <Time at={row.original.rejectedAt} /> },
]

/** Sends all dead letters again, a hundred with each call, until the receiver doesn’t work. */
function useReplay(id: string, connectorId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => replayAll(id, connectorId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['applications', id, 'connectors', connectorId] }),
    onSuccess: ({ delivered, rejected }) => {
      const again = rejected === 0 ? '' : `, ${rejected.toLocaleString()} rejected again`
      showSuccess(`${delivered.toLocaleString()} delivered${again}`)
    },
  })
}

async function replayAll(id: string, connectorId: string) {
  const totals = { delivered: 0, rejected: 0 }
  let after: number | undefined
  do {
    const body = after === undefined ? {} : { after }
    const step = await call('deadLettersReplay', { params: { id, connectorId }, body })
    if (step.error !== undefined) throw new ReceiverFailure(`The receiver does not work: ${step.error}.`)
    totals.delivered += step.delivered
    totals.rejected += step.rejected
    after = step.next
  } while (after !== undefined)
  return totals
}

function DiscardDialog({ id, connector, onClose }: Props & { onClose: () => void }) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('deadLettersDiscard', { params: { id, connectorId: connector.id }, body: {} }),
    onSuccess: async ({ discarded }) => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['applications', id, 'connectors'] })
      showSuccess(`Deleted ${discarded.toLocaleString()} dead letters`)
    },
  })
  return (
    <ConfirmDialog
      title="Delete all dead letters?"
      action="Delete all"
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      This connector will never send these events to the receiver. They remain in the logs.
    </ConfirmDialog>
  )
}
