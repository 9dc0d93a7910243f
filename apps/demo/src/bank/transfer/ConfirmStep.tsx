import { Button, Switch } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { ApiError } from '@thumbturn/web'
import { useState } from 'react'
import { CeremonyButton } from '../../ui/CeremonyButton.tsx'
import { LiveRegion } from '../../ui/Notice.tsx'
import { euros } from '../accounts/money.ts'
import { Failure } from '../failures/Failure.tsx'
import { StepActions, StepLayout } from '../shell/StepLayout.tsx'
import styles from './Transfer.module.css'
import {
  type ConfirmedTransfer,
  type PreparedTransfer,
  type TransferRequest,
  useConfirmation,
  usePreparation,
} from './transfers.ts'

/** Shows what the passkey will sign, and starts the signature. */
export function ConfirmStep({ wish, prepared: initially, onDone, onBack }: ConfirmProps) {
  const [cheats, setCheats] = useState(false)
  const [prepared, setPrepared] = useState(initially)
  const confirm = useConfirmation()
  const prepareAgain = usePreparation()
  const signed = cheats ? multiplyAmount(prepared.payload) : prepared.payload
  // A canceled dialog leaves the nonce unused; any signature uses it up.
  const renew = (error: Error) => {
    if (error instanceof ApiError) prepareAgain.mutate(wish, { onSuccess: setPrepared })
  }
  const start = () => {
    if (!confirm.isPending) confirm.mutate({ ...prepared, signed }, { onSuccess: onDone, onError: renew })
  }
  return (
    <StepLayout title="Confirm your transfer" next>
      <Summary wish={wish} />
      <StepActions>
        <CeremonyButton pending={confirm.isPending} icon={IconFingerprint} onClick={start} onCancel={confirm.cancel}>
          Confirm with passkey
        </CeremonyButton>
        <Button variant="default" size="md" onClick={onBack}>
          Edit
        </Button>
      </StepActions>
      <LiveRegion>{confirm.isError && <Failure error={confirm.error} />}</LiveRegion>
      <details className={styles.inside}>
        <summary>What is signed</summary>
        <pre className={styles.payload}>{signed}</pre>
        <p>
          The bank made this text and a number for it that works once. The passkey signs both; the bank compares the
          hash with its own text before money moves.
        </p>
        <Switch
          mt="sm"
          label="Play the thief"
          description="Lets this page sign ten times the amount, behind your back."
          checked={cheats}
          onChange={(event) => setCheats(event.currentTarget.checked)}
        />
      </details>
    </StepLayout>
  )
}

type ConfirmProps = {
  wish: TransferRequest
  prepared: PreparedTransfer
  onDone: (confirmed: ConfirmedTransfer) => void
  onBack: () => void
}

/** An attempt that a compromised page could make. */
function multiplyAmount(payload: string): string {
  const wish = JSON.parse(payload) as { pay: string; payment: { total: object } }
  const pay = (Number(wish.pay) * 10).toFixed(2)
  const payment = { ...wish.payment, total: { ...wish.payment.total, value: pay } }
  return JSON.stringify({ ...wish, pay, payment }, null, 2)
}

/** Amount, payee, and reference, as signed. */
export function Summary({ wish: { cents, name, payee, reference } }: { wish: TransferRequest }) {
  return (
    <>
      <p className={styles.amount}>{euros(cents)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>To</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd className={styles.number}>{payee}</dd>
        </div>
        {reference && (
          <div>
            <dt>Reference</dt>
            <dd>{reference}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
