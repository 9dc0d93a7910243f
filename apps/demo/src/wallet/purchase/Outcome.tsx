import { useFocusOnMount } from '../../ui/focus.ts'
import { Notice, type Tone } from '../../ui/Notice.tsx'
import styles from './Outcome.module.css'
import type { Purchase, PurchaseState } from './purchase.ts'

type Explanation = { tone: Tone; title: string; text: string }

const explanations: Record<Exclude<PurchaseState, 'waiting'>, Explanation> = {
  confirmed: { tone: 'good', title: 'Confirmed', text: 'Go back to your assistant: it places the order now.' },
  completed: { tone: 'good', title: 'Ordered', text: 'You confirmed it, and your assistant has placed the order.' },
  declined: { tone: 'calm', title: 'Declined', text: 'Nothing was bought. Your assistant has been notified.' },
  expired: { tone: 'calm', title: 'Too late', text: 'This purchase has expired, and nothing was bought.' },
}

/** The outcome; takes the focus, because the buttons no longer exist. */
export function Outcome({ purchase: { state, orderId } }: { purchase: Purchase }) {
  const place = useFocusOnMount<HTMLDivElement>(true)
  const { tone, title, text } = explanations[state as keyof typeof explanations]
  return (
    <div ref={place} tabIndex={-1} role="status" className={styles.outcome}>
      <Notice tone={tone} title={title}>
        {text}
        {orderId && <p className={styles.order}>Order {orderId}</p>}
      </Notice>
    </div>
  )
}
