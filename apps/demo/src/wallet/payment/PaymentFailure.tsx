import { ApiError } from '@thumbturn/web'
import { Failure } from '../../failures/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Explains why nothing was signed. */
export function PaymentFailure({ error }: { error: unknown }) {
  if (error instanceof ApiError && ['no_such_payment', 'wrong_password', 'taken'].includes(error.msgCode))
    return (
      <Notice tone="calm" title={error.msgCode === 'no_such_payment' ? 'Nothing to pay' : 'Not yet'}>
        {error.msg}
      </Notice>
    )
  return <Failure error={error} />
}
