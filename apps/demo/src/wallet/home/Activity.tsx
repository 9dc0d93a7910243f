import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@thumbturn/web'
import { useFocusOnMount } from '../../ui/focus.ts'
import { callWallet, type PastPayment } from '../backend.ts'
import { PaymentFailure } from '../payment/PaymentFailure.tsx'
import { wallet } from '../session.ts'
import styles from './Activity.module.css'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A token that the service no longer accepts ends the session. */
async function readActivity(token: string | undefined, leave: () => void): Promise<{ payments: PastPayment[] }> {
  try {
    return await callWallet({ method: 'GET', path: '/activity', token })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) leave()
    throw error
  }
}

/** Past payments, newest first. */
export function Activity({ onLeave }: { onLeave: () => void }) {
  const heading = useFocusOnMount<HTMLHeadingElement>(true)
  const token = wallet.client.tokenStore.get()
  const leave = () => {
    wallet.client.tokenStore.clear()
    onLeave()
  }
  const { data, error } = useQuery({
    queryKey: ['activity', token],
    queryFn: () => readActivity(token, leave),
  })
  return (
    <>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Your payments
        </h1>
        <Button variant="default" size="sm" onClick={leave}>
          Sign out
        </Button>
      </div>
      {error && <PaymentFailure error={error} />}
      {data?.payments.length === 0 && (
        <p className={styles.none}>None yet. What you confirm in a shop is listed here.</p>
      )}
      <ul className={styles.payments}>
        {data?.payments.map((paid) => (
          <li key={paid.id}>
            <div>
              <p className={styles.merchant}>{paid.merchant}</p>
              <p className={styles.when}>
                {moment.format(paid.at)} · {paid.order}
              </p>
            </div>
            <strong>
              {new Intl.NumberFormat('en-IE', { style: 'currency', currency: paid.currency }).format(
                Number(paid.amount),
              )}
            </strong>
          </li>
        ))}
      </ul>
    </>
  )
}
