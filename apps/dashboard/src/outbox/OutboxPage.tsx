import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconMail, IconMailOff, IconMessage, IconPhone } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Time } from '../ui/Time.tsx'
import { findCode } from './code.ts'
import styles from './OutboxPage.module.css'
import { type OutboxMessage, outboxQuery } from './queries.ts'

/** Messages that the service keeps in development instead of sending them. */
export function OutboxPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Outbox`}
      description={t`In development, the service keeps emails and SMS here for a day instead of sending them.`}
    >
      <Messages id={applicationId} />
    </ApplicationPage>
  )
}

function Messages({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery({ ...outboxQuery(id), refetchInterval: 3_000 })
  const [selected, setSelected] = useState<string>()
  if (data === null) return <NoOutbox />
  const shown = data.find((message) => message.id === selected) ?? data[0]
  if (!shown) return <NoMessages />
  return (
    <Card flush>
      <div className={styles.columns}>
        <ul className={styles.list} aria-label={t`Messages`}>
          {data.map((message) => (
            <li key={message.id}>
              <Item message={message} isShown={message === shown} onSelect={() => setSelected(message.id)} />
            </li>
          ))}
        </ul>
        <Message message={shown} />
      </div>
    </Card>
  )
}

function NoOutbox() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState icon={IconMailOff} title={t`There is no outbox in production mode`}>
        <Trans>The service sends messages through SMTP and your SMS provider.</Trans>
      </EmptyState>
    </Card>
  )
}

function NoMessages() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState icon={IconMail} title={t`No messages yet`}>
        <Trans>
          When a user requests a code or gets a notice, the message appears here, and you can copy the code.
        </Trans>
      </EmptyState>
    </Card>
  )
}

const icons = { email: IconMail, sms: IconMessage, voice: IconPhone }

type ItemProps = { message: OutboxMessage; isShown: boolean; onSelect: () => void }

function Item({ message: { channel, to, subject, text, createdAt }, isShown, onSelect }: ItemProps) {
  const Icon = icons[channel]
  return (
    <UnstyledButton className={styles.item} aria-current={isShown} onClick={onSelect}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <span className={styles.summary}>
        <strong>{to}</strong>
        <span>{subject ?? text}</span>
      </span>
      <small>
        <Time at={createdAt} />
      </small>
    </UnstyledButton>
  )
}

function Message({ message: { to, subject, senderName, text } }: { message: OutboxMessage }) {
  const { t } = useLingui()
  const code = findCode(text)
  return (
    <article className={styles.message} aria-label={t`Message`}>
      {subject && <h2>{subject}</h2>}
      <p className={styles.parties}>
        {senderName ? (
          <Trans>
            From {{ sender: senderName }} to {{ recipient: to }}
          </Trans>
        ) : (
          <Trans>to {{ recipient: to }}</Trans>
        )}
      </p>
      {code && (
        <p className={styles.code}>
          <code>{code}</code>
          <CopyButton text={code} what={t`code`} />
        </p>
      )}
      <p className={styles.text}>{text}</p>
    </article>
  )
}
