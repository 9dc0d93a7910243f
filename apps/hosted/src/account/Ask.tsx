import { useEffect, useRef } from 'preact/hooks'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Action } from '../ui/use-action.ts'
import { useAccountTexts } from './account-texts.ts'

type Props = { question: string; confirm: string; action: Action; onConfirm: () => void; onCancel: () => void }

/** Asks before something that can't be undone, in place of what it is about. */
export function Ask({ question, confirm, action, onConfirm, onCancel }: Props) {
  const texts = useAccountTexts()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own and needs a legend
    <div class="ask" role="group" aria-label={question} tabIndex={-1} ref={box}>
      <p>{question}</p>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <div class="actions">
        <ActionButton kind="danger" isRunning={action.isRunning} onClick={onConfirm}>
          {confirm}
        </ActionButton>
        <ActionButton onClick={onCancel}>{texts.keep}</ActionButton>
      </div>
    </div>
  )
}
