import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Navigate } from 'react-router'
import { LiveRegion, Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { useBasket } from '../basket/basket.ts'
import { Lines } from '../basket/Lines.tsx'
import { products, toLines } from '../catalog/products.ts'
import styles from './CheckoutPage.module.css'
import { PaymentFailure } from './PaymentFailure.tsx'
import { isReady, usePayment } from './payment.ts'
import { PaymentOptions } from './Ways.tsx'

/** The order summary and the ways to pay. */
export default function CheckoutPage() {
  const basket = useBasket()
  const { data, isSuccess } = useQuery(products)
  const mountTarget = useRef<HTMLDivElement>(null)
  const { payment, payByWallet, payByInvoice, cancel } = usePayment(mountTarget)
  const lines = toLines(data ?? [], basket)
  if (isSuccess && lines.length === 0 && payment.at === 'choice') return <Navigate to="/basket" replace />
  return (
    <div className={styles.checkout}>
      <h1>Check out</h1>
      <div className={styles.sides}>
        <Panel title="Payment">
          {payment.at !== 'wallet' && (
            <PaymentOptions
              at={payment.at}
              isQuick={isReady()}
              onWallet={() => payByWallet(basket)}
              onInvoice={() => payByInvoice(basket)}
            />
          )}
          <div ref={mountTarget} className={styles.wallet} />
          {payment.at === 'wallet' && <TextButton onClick={cancel}>Choose another way to pay</TextButton>}
          <LiveRegion>
            {payment.at === 'failure' && <PaymentFailure error={payment.error} />}
            {payment.at === 'otherWay' && (
              <Notice tone="calm" title="You chose to pay without Pip">
                Pay by invoice, or try Pip again.
              </Notice>
            )}
            {payment.at === 'order' && <p>Checking what you signed…</p>}
          </LiveRegion>
        </Panel>
        <Panel title="Your order">
          <Lines lines={lines} />
        </Panel>
      </div>
    </div>
  )
}
