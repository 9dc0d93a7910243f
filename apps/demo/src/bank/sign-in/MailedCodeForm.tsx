import { FieldForm } from './FieldForm.tsx'
import { MailPanel } from './MailPanel.tsx'

/** Asks for the code in the email to `to`; in development, shows the email below. */
export function MailedCodeForm({ to, label = 'Code', action = 'Continue', checking, onDone }: MailedCodeProps) {
  const { isPending, error } = checking
  return (
    <>
      <FieldForm label={label} action={action} kind="code" pending={isPending} error={error} onDone={onDone} />
      <MailPanel to={to} />
    </>
  )
}

type MailedCodeProps = {
  to: string
  label?: string
  action?: string
  checking: { isPending: boolean; error: unknown }
  onDone: (code: string) => void
}
