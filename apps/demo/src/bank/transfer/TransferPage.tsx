import { useState } from 'react'
import { Desk } from '../shell/Desk.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import type { Confirmed, Prepared, Wish } from './transfers.ts'
import { WishForm } from './WishForm.tsx'

type Progress = { wish?: Wish; prepared?: Prepared; confirmed?: Confirmed }

/** Sends money: say what, confirm it with the passkey, done. */
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
    <Desk title="Send money" lead="You confirm it with your passkey before it leaves.">
      <WishForm initially={wish} onPrepared={(wish, prepared) => setProgress({ wish, prepared })} />
    </Desk>
  )
}
