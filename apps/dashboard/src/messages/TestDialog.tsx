import { SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { useSession } from '../session/session.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './MessagesPage.module.css'
import type { Draft } from './use-draft.ts'

const channels = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
  { value: 'voice', label: 'Call' },
]

type Channel = 'email' | 'sms' | 'voice'

/** Sends the message as it is typed to the member's own address. */
export function TestDialog({ draft: { params, texts }, onClose }: { draft: Draft; onClose: () => void }) {
  const { member } = useSession()
  const [channel, setChannel] = useState<Channel>('email')
  const [to, setTo] = useState(member.email ?? '')
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => call('messageTemplateTest', { params, body: { texts, channel, to: to.trim() } }),
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title="Send a test"
      action={data ? 'Send again' : 'Send'}
      close={data ? 'Close' : 'Cancel'}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <p>The message contains your texts and sample values. Its code doesn’t work anywhere.</p>
      <SegmentedControl
        aria-label="Channel"
        className={styles.segments}
        data={channels}
        value={channel}
        onChange={(value) => {
          setChannel(value as Channel)
          reset()
        }}
      />
      <TextInput
        label={channel === 'email' ? 'Your email address' : 'Your phone number'}
        description={channel === 'email' ? undefined : 'With its country code, such as +49 1511 2345678.'}
        type={channel === 'email' ? 'email' : 'tel'}
        required
        data-autofocus
        maxLength={254}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      {data && <Outcome delivery={data} to={to.trim()} />}
    </FormDialog>
  )
}

function Outcome({ delivery: { outcome, reason }, to }: { delivery: CallResult<'messageTemplateTest'>; to: string }) {
  if (outcome === 'failed') return <Notice kind="danger">The message was not accepted: {reason}.</Notice>
  if (outcome === 'outbox') return <Notice kind="good">The message is in the outbox, as in development.</Notice>
  return <Notice kind="good">The message was accepted for {to}. Look for it there, also among spam.</Notice>
}
