import { useState } from 'react'
import { StepLayout } from '../shell/StepLayout.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { TransferForm } from './TransferForm.tsx'
import type { ConfirmedTransfer, PreparedTransfer, TransferRequest } from './transfers.ts'

type Progress = { wish?: TransferRequest; prepared?: PreparedTransfer; confirmed?: ConfirmedTransfer }

/** Sends money: fill in the form, confirm with the passkey, done. */
export function TransferPage() {
  const [{ wish, prepared, confirmed }, setProgress] = useState<Progress>({})
  if (wish && confirmed) return <DoneStep wish={wish} confirmed={confirmed} onAnother={() => setProgress({})} />
  if (wish && prepared) {
    return (
      <ConfirmStep
        wish={wish}
        prepared={prepared}
        onDone={(confirmed) => setProgress({ wish, confirmed })}
        onBack={() => setProgress({ wish })}
      />
    )
  }
  return (
    <StepLayout title="Send money" lead="You confirm it with your passkey before it leaves.">
      <TransferForm initially={wish} onPrepared={(wish, prepared) => setProgress({ wish, prepared })} />
    </StepLayout>
  )
}
