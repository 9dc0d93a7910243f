import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LiveRegion } from '../../ui/Notice.tsx'
import { Failure } from '../failures/Failure.tsx'
import { StepActions, StepLayout } from '../shell/StepLayout.tsx'
import { Summary } from './ConfirmStep.tsx'
import styles from './Transfer.module.css'
import { type ConfirmedTransfer, sendConfirmation, type TransferRequest } from './transfers.ts'

/** The completed transfer: what the bank checked, and that it accepts the confirmation only once. */
export function DoneStep({ wish, confirmed, onAnother }: DoneProps) {
  return (
    <StepLayout title="On its way" next>
      <Summary wish={wish} />
      <StepActions>
        <Button component={Link} to="/" size="md">
          Back to the account
        </Button>
        <Button variant="default" size="md" onClick={onAnother}>
          Another transfer
        </Button>
      </StepActions>
      <Checks confirmed={confirmed} />
    </StepLayout>
  )
}

type DoneProps = { wish: TransferRequest; confirmed: ConfirmedTransfer; onAnother: () => void }

function Checks({ confirmed: { nonce, token, txHash } }: { confirmed: ConfirmedTransfer }) {
  const again = useMutation({ mutationFn: () => sendConfirmation(nonce, token) })
  return (
    <section className={styles.checks} aria-label="What the bank checked">
      <h2>What the bank checked</h2>
      <ul>
        <Check name="Token" value="signed by the service, for you" />
        <Check name="Number" value={nonce} />
        <Check name="Hash" value={txHash} />
        <Check name="Once" value="used, can’t be reused" />
      </ul>
      <Button size="compact-sm" variant="subtle" onClick={() => !again.isPending && again.mutate()}>
        Try to replay it
      </Button>
      <LiveRegion>{again.isError && <Failure error={again.error} />}</LiveRegion>
    </section>
  )
}

function Check({ name, value }: { name: string; value: string }) {
  return (
    <li>
      <IconCheck size={16} stroke={2.4} aria-hidden="true" />
      <span>{name}</span>
      <code>{value}</code>
    </li>
  )
}
