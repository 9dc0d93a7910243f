import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useFocusOnMount } from '../../ui/focus.ts'
import pip from '../../wallet/mark.svg'
import type { Payment } from './payment.ts'
import styles from './Ways.module.css'

/** The ways to pay. After the wallet closes, they get the focus back. */
export function PaymentOptions({ at, isQuick, onWallet, onInvoice }: PaymentOptionsProps) {
  const isBusy = at === 'order'
  const first = useFocusOnMount<HTMLButtonElement>(at === 'failure')
  const second = useFocusOnMount<HTMLButtonElement>(at === 'otherWay')
  return (
    <div className={styles.ways}>
      <Button
        ref={first}
        size="lg"
        fullWidth
        className={styles.pip}
        leftSection={<img src={pip} alt="" width={26} height={26} />}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : onWallet}
      >
        Pay with Pip
      </Button>
      <p className={styles.hint}>
        {isQuick
          ? 'You have paid with Pip here before: one touch will do.'
          : 'Your wallet, confirmed by your face, finger or PIN. We never see a card.'}
      </p>
      <p className={styles.or}>
        <span>or</span>
      </p>
      <Button
        ref={second}
        size="lg"
        fullWidth
        variant="default"
        leftSection={<IconFileInvoice size={22} stroke={1.6} aria-hidden="true" />}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : onInvoice}
      >
        Pay by invoice
      </Button>
    </div>
  )
}

type PaymentOptionsProps = { at: Payment['at']; isQuick: boolean; onWallet: () => void; onInvoice: () => void }
