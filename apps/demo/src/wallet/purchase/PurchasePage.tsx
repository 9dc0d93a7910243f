import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Panel } from '../../ui/Panel.tsx'
import { Decision } from './Decision.tsx'
import { Outcome } from './Outcome.tsx'
import { PurchaseFailure } from './PurchaseFailure.tsx'
import styles from './PurchasePage.module.css'
import { findPurchase } from './purchase.ts'
import { ReceiptList } from './ReceiptList.tsx'

const pollIntervalMs = 3_000

/** Shows a purchase that an assistant prepared. The user confirms it with a passkey or declines. */
export function PurchasePage() {
  const { id = '' } = useParams()
  const { data: purchase, error } = useQuery({
    queryKey: ['purchase', id],
    queryFn: () => findPurchase(id),
    // It can expire or be decided on another device.
    refetchInterval: ({ state }) => (isOver(state.data?.state) ? false : pollIntervalMs),
  })
  if (error && !purchase) return <PurchaseFailure error={error} />
  if (!purchase) return null
  const { state, receipt, text } = purchase
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{state === 'waiting' ? 'Your assistant wants to buy this' : 'Your assistant’s purchase'}</h1>
        {state === 'waiting' && <p>Nothing is bought unless you confirm. Check it first.</p>}
      </div>
      <Panel title={`From ${receipt.merchant}`}>
        <ReceiptList receipt={receipt} text={text} />
        {state === 'waiting' ? <Decision purchase={purchase} /> : <Outcome purchase={purchase} />}
      </Panel>
    </div>
  )
}

const isOver = (state: string | undefined) => state === 'completed' || state === 'declined' || state === 'expired'
