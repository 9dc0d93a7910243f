import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { EventType } from '../common/events/EventType.tsx'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { formatCount } from '../ui/numbers.ts'
import { Time } from '../ui/Time.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Connectors.module.css'
import { type Connector, deadLettersQuery } from './queries.ts'
import { ReceiverFailure } from './receiver-failure.ts'

type Props = { id: string; connector: Connector }
type DeadLetter = CallResult<'deadLettersList'>['deadLetters'][number]

/** The events that the receiver rejected. */
export function DeadLetters({ id, connector }: Props) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(deadLettersQuery(id, connector.id))
  const canChange = useHasRole('developer', id)
  const [isAsked, setIsAsked] = useState(false)
  const replay = useReplay(id, connector.id)
  const more = connector.status.deadLetters - data.deadLetters.length
  return (
    <Card
      title={t`Dead letters`}
      description={t`Events that the receiver rejected while it accepted others. They’re kept for 30 days.`}
      actions={
        canChange && (
          <>
            <Button variant="default" onClick={() => setIsAsked(true)}>
              <Trans>Delete all</Trans>
            </Button>
            <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
              <Trans>Send again</Trans>
            </Button>
          </>
        )
      }
      flush
    >
      <DataTable
        label={t`Dead letters`}
        columns={listColumns()}
        rows={data.deadLetters}
        getKey={({ position }) => String(position)}
      />
      {more > 0 && (
        <p className={styles.foot}>
          <Plural value={more} one="And # more." other="And # more." />
        </p>
      )}
      {isAsked && <DiscardDialog id={id} connector={connector} onClose={() => setIsAsked(false)} />}
    </Card>
  )
}

const listColumns = (): Column<DeadLetter>[] => [
  {
    id: 'type',
    header: i18n._(msg`Event`),
    cell: ({ row: { original } }) =>
      original.event ? <EventType type={original.event.eventId} /> : <code>{original.uuid}</code>,
  },
  {
    id: 'error',
    header: i18n._(msg`Error`),
    cell: ({ row }) => <span className={styles.error}>{row.original.error}</span>,
  },
  {
    id: 'rejectedAt',
    header: i18n._(msg({ message: 'Rejected', context: 'time' })),
    cell: ({ row }) => <Time at={row.original.rejectedAt} />,
  },
]

/** Sends all dead letters again, a hundred with each call, until the receiver doesn’t work. */
function useReplay(id: string, connectorId: string) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => replayAll(id, connectorId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['applications', id, 'connectors', connectorId] }),
    onSuccess: ({ delivered, rejected }) => {
      const counts = { delivered: formatCount(delivered), rejected: formatCount(rejected) }
      showSuccess(
        rejected === 0
          ? t`${{ delivered: counts.delivered }} delivered`
          : t`${{ delivered: counts.delivered }} delivered, ${{ rejected: counts.rejected }} rejected again`,
      )
    },
  })
}

async function replayAll(id: string, connectorId: string) {
  const totals = { delivered: 0, rejected: 0 }
  let after: number | undefined
  do {
    const body = after === undefined ? {} : { after }
    const step = await call('deadLettersReplay', { params: { id, connectorId }, body })
    if (step.error !== undefined)
      throw new ReceiverFailure(i18n._(msg`The receiver does not work: ${{ error: step.error }}.`))
    totals.delivered += step.delivered
    totals.rejected += step.rejected
    after = step.next
  } while (after !== undefined)
  return totals
}

function DiscardDialog({ id, connector, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('deadLettersDiscard', { params: { id, connectorId: connector.id }, body: {} }),
    onSuccess: async ({ discarded: count }) => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['applications', id, 'connectors'] })
      showSuccess(i18n._(msg`${plural({ count }, { one: 'Deleted # dead letter', other: 'Deleted # dead letters' })}`))
    },
  })
  return (
    <ConfirmDialog
      title={t`Delete all dead letters?`}
      action={t`Delete all`}
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      <Trans>This connector will never send these events to the receiver. They remain in the logs.</Trans>
    </ConfirmDialog>
  )
}
