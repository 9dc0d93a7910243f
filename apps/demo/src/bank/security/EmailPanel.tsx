import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LiveRegion } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { announce } from '../../ui/Toast.tsx'
import type { Overview } from '../accounts/overview.ts'
import { Failure } from '../failures/Failure.tsx'
import { callBank } from '../session/session.ts'
import { MailedCodeForm } from '../sign-in/MailedCodeForm.tsx'
import styles from './Security.module.css'

/** Verifies the email address, which is required for recovery codes. */
export function EmailPanel({ overview: { username, emailProved } }: { overview: Overview }) {
  const queries = useQueryClient()
  const send = useMutation({ mutationFn: () => callBank('POST', '/email') })
  const prove = useMutation({
    mutationFn: (code: string) => callBank('POST', '/email/proof', { code }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['overview'] })
      announce('Your address is confirmed.')
    },
  })
  if (emailProved) {
    return (
      <Panel title="Recovery" lead="If you lose all devices, a code goes to this address.">
        <p className={styles.proved}>
          <IconCheck size={18} stroke={2.2} aria-hidden="true" /> {username}
        </p>
      </Panel>
    )
  }
  return (
    <Panel
      title="Recovery"
      lead={`Confirm your address ${username}. If you lose all devices, a code sent there gets you back in.`}
    >
      {send.isSuccess ? (
        <>
          <MailedCodeForm
            to={username}
            label="Code from the email"
            action="Confirm address"
            checking={prove}
            onDone={(code) => prove.mutate(code)}
          />
          <TextButton onClick={() => send.reset()}>Do this later</TextButton>
        </>
      ) : (
        <Button variant="default" onClick={() => !send.isPending && send.mutate()}>
          Send me a code
        </Button>
      )}
      <LiveRegion>{send.isError && <Failure error={send.error} />}</LiveRegion>
    </Panel>
  )
}
