import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { CheckoutError } from '@thumbturn/web/wallet'
import { useEffect, useRef } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion } from '../../ui/Notice.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import mark from '../mark.svg'
import { Amount } from './Amount.tsx'
import { signPayment } from './confirm.ts'
import styles from './FramePage.module.css'
import { type ShownPayment, useMerchant } from './merchant.ts'
import { PaymentFailure } from './PaymentFailure.tsx'

/** The wallet inside a shop's page: empty until the shop requests a payment. */
export function FramePage() {
  const { asked, resize } = useMerchant()
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = new ResizeObserver(() => card.current && resize(card.current.offsetHeight))
    if (card.current) seen.observe(card.current)
    return () => seen.disconnect()
  })
  return <div ref={card}>{asked && <Confirmation {...asked} />}</div>
}

function Confirmation({ payment, checkout, respond, reject }: ShownPayment) {
  const sign = useCancelable((_: undefined, signal) => signPayment(payment, checkout, { signal }), {
    onSuccess: (payloadSignature) => respond({ payloadSignature }),
  })
  return (
    <section className={styles.card} aria-label="Confirm your payment with Pip">
      <p className={styles.brand}>
        <img src={mark} alt="" width={26} height={26} /> Pip
      </p>
      <Amount text={payment.text} origin={payment.merchant.origin} />
      <div className={styles.actions}>
        <CeremonyButton
          pending={sign.isPending}
          icon={IconFingerprint}
          onClick={() => sign.isPending || sign.mutate(undefined)}
          onCancel={sign.cancel}
        >
          Confirm with a passkey
        </CeremonyButton>
        <Button variant="default" onClick={() => reject(new CheckoutError('ERROR_CHECKOUT_CANCELLED'))}>
          Cancel
        </Button>
      </div>
      <LiveRegion>{sign.isError && <PaymentFailure error={sign.error} />}</LiveRegion>
      <p className={styles.others}>
        <TextButton onClick={() => respond({ redirect: true })}>My passkey is on another device</TextButton>
        <TextButton onClick={() => respond({ fallback: true })}>Pay another way</TextButton>
      </p>
    </section>
  )
}
