import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import pip from '../../wallet/mark.svg'
import type { Payment } from './payment.ts'
import styles from './Ways.module.css'

/** The ways to pay. While the wallet is shown, only it is in question. */
export function Ways({ at, isQuick, onWallet, onInvoice }: WaysProps) {
  if (at === 'wallet') return null
  const isBusy = at === 'order'
  return (
    <div className={styles.ways}>
      <Button
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

type WaysProps = { at: Payment['at']; isQuick: boolean; onWallet: () => void; onInvoice: () => void }
