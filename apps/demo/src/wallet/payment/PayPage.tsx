import { useQuery } from '@tanstack/react-query'
import { readCheckoutRequest } from '@thumbturn/web/wallet'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { Amount } from './Amount.tsx'
import { findPayment } from './confirm.ts'
import { PaymentFailure } from './PaymentFailure.tsx'
import styles from './PayPage.module.css'
import { PaySteps } from './PaySteps.tsx'

/** The page for redirects: the payment, and the way back to the shop. */
export function PayPage() {
  const [checkout] = useState(readCheckoutRequest)
  const { data: payment, error } = useQuery({
    queryKey: ['payments', checkout?.request],
    queryFn: () => findPayment(checkout!.request),
    enabled: checkout !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!checkout) return <Navigate to="/" replace />
  if (error) return <PaymentFailure error={error} />
  if (!payment) return null
  return (
    <section className={styles.card}>
      <h1>Confirm your payment</h1>
      <Amount text={payment.text} origin={payment.merchant.origin} />
      <PaySteps payment={payment} checkout={checkout} />
    </section>
  )
}
