import { ApiError } from '@thumbturn/web'
import { Failure } from '../../failures/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Errors of the checkout agent by code; the sentence comes from the agent. */
const titles: Record<string, string> = {
  not_found: 'No such purchase',
  not_proved: 'Not confirmed',
  declined: 'Declined already',
  expired: 'Too late',
  settled: 'Done already',
  unreachable: 'Not confirmed yet',
}

/** Explains why a purchase is not shown or not confirmed. */
export function PurchaseFailure({ error }: { error: unknown }) {
  const title = error instanceof ApiError ? titles[error.msgCode] : undefined
  if (title === undefined) return <Failure error={error} />
  return (
    <Notice tone="calm" title={title}>
      {(error as ApiError).msg}.
    </Notice>
  )
}
