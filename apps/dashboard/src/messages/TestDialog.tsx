import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  { value: 'email', label: msg`Email` },
  { value: 'sms', label: msg`SMS` },
  { value: 'voice', label: msg({ message: 'Call', context: 'phone' }) },
] as const

type Channel = (typeof channels)[number]['value']

/** Sends the message as it is typed to the member's own address. */
export function TestDialog({ draft: { params, texts }, onClose }: { draft: Draft; onClose: () => void }) {
  const { t } = useLingui()
  const { member } = useSession()
  const [channel, setChannel] = useState<Channel>('email')
  const [to, setTo] = useState(member.email ?? '')
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => call('messageTemplateTest', { params, body: { texts, channel, to: to.trim() } }),
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Send a test`}
      action={data ? t`Send again` : t`Send`}
      close={data ? t`Close` : t`Cancel`}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <p>
        <Trans>The message contains your texts and sample values. Its code doesn’t work anywhere.</Trans>
      </p>
      <SegmentedControl
        aria-label={t`Channel`}
        className={styles.segments}
        data={channels.map((one) => ({ ...one, label: t(one.label) }))}
        value={channel}
        onChange={(value) => {
          setChannel(value as Channel)
          reset()
        }}
      />
      <TextInput
        label={channel === 'email' ? t`Your email address` : t`Your phone number`}
        description={channel === 'email' ? undefined : t`With its country code, such as +49 1511 2345678.`}
        type={channel === 'email' ? 'email' : 'tel'}
        required
        data-autofocus
        maxLength={254}
        value={to}
        onChange={({ target }) => {
          setTo(target.value)
          reset()
        }}
      />
      {data && <Outcome delivery={data} to={to.trim()} />}
    </FormDialog>
  )
}

function Outcome({ delivery: { outcome, reason }, to }: { delivery: CallResult<'messageTemplateTest'>; to: string }) {
  if (outcome === 'failed')
    return (
      <Notice kind="danger">
        <Trans>The message was not accepted: {reason}.</Trans>
      </Notice>
    )
  return (
    <Notice kind="good">
      {outcome === 'outbox' ? (
        <Trans>The message is in the outbox, as in development.</Trans>
      ) : (
        <Trans>The message was accepted for {to}. Look for it there, also among spam.</Trans>
      )}
    </Notice>
  )
}
