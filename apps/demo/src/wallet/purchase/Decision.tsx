import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { useCancelable } from '../../ui/cancelable.ts'
import { LiveRegion, Notice } from '../../ui/Notice.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { type Access, AccountForm } from '../account/AccountForm.tsx'
import styles from './Decision.module.css'
import { PurchaseFailure } from './PurchaseFailure.tsx'
import { type Confirmation, declinePurchase, type Purchase, sendConfirmation, signPurchase } from './purchase.ts'

/**
 * The user's decision. A passkey on this device confirms at once. Users without a passkey sign in or open a wallet
 * first.
 */
export function Decision({ purchase }: { purchase: Purchase }) {
  const [access, setAccess] = useState<Access>()
  const [isFresh, setFresh] = useState(false)
  const ready = () => {
    setAccess(undefined)
    setFresh(true)
  }
  if (access)
    return (
      <div className={styles.decision}>
        <AccountForm key={access} access={access} onPasskey={ready} />
        <Button variant="default" onClick={() => setAccess(undefined)}>
          Back to the purchase
        </Button>
      </div>
    )
  return (
    <div className={styles.decision}>
      {isFresh && (
        <Notice tone="good" title="Your passkey is ready">
          Now confirm the purchase with it.
        </Notice>
      )}
      <DecisionButtons purchase={purchase} />
      {!isFresh && (
        <p className={styles.choices}>
          <span>No passkey on this device?</span>
          <TextButton onClick={() => setAccess('signIn')}>Sign in with a password</TextButton>
          <TextButton onClick={() => setAccess('open')}>Open a wallet</TextButton>
        </p>
      )}
    </div>
  )
}

function DecisionButtons({ purchase }: { purchase: Purchase }) {
  const { id } = purchase
  const queries = useQueryClient()
  const onSuccess = (answered: Purchase) => queries.setQueryData(['purchase', id], answered)
  // A signature stays valid if sending it fails, so the user signs only once.
  const signed = useRef<Confirmation>(undefined)
  const confirming = useCancelable(
    async (_: undefined, signal) => {
      signed.current ??= await signPurchase(purchase, signal)
      return sendConfirmation(id, signed.current)
    },
    { onSuccess },
  )
  const declining = useMutation({ mutationFn: () => declinePurchase(id), onSuccess })
  const busy = confirming.isPending || declining.isPending
  const failed = confirming.error ?? declining.error
  return (
    <>
      <CeremonyButton
        pending={confirming.isPending}
        icon={IconFingerprint}
        onClick={() => busy || confirming.mutate(undefined)}
        onCancel={confirming.cancel}
      >
        Confirm {purchase.receipt.total}
      </CeremonyButton>
      <Button variant="default" size="md" onClick={() => busy || declining.mutate()}>
        Decline
      </Button>
      <LiveRegion>{failed && !busy && <PurchaseFailure error={failed} />}</LiveRegion>
    </>
  )
}
