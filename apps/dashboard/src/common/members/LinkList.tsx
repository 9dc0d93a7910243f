import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ConfirmedCall } from '../../ui/ConfirmedCall.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './LinkList.module.css'
import { memberQueries, type SsoLink } from './queries.ts'

type Props = {
  memberId: string
  /** The name of the member; none for the signed-in one. */
  name?: string
  links: readonly SsoLink[]
}

/** The accounts of providers with which a member can sign in, each with a button that removes its link. */
export function LinkList({ memberId, name, links }: Props) {
  const { t } = useLingui()
  const [removed, setRemoved] = useState<SsoLink>()
  return (
    <>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.id} className={styles.link}>
            <LinkSummary link={link} />
            <Button
              variant="default"
              size="xs"
              aria-label={t`Remove link to ${{ account: nameLink(link) }}`}
              onClick={() => setRemoved(link)}
            >
              <Trans>Remove link</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {removed && (
        <ConfirmedCall
          title={t`Remove the link to ${{ provider: removed.provider.name }}?`}
          action={t`Remove link`}
          send={() => call('memberLinkRemove', { params: { id: memberId, linkId: removed.id } })}
          changed={memberQueries}
          done={t`Removed the link to ${{ provider: removed.provider.name }}`}
          onClose={() => setRemoved(undefined)}
        >
          <Consequences link={removed} name={name} />
        </ConfirmedCall>
      )}
    </>
  )
}

function Consequences({ link: { email, subject, provider }, name }: { link: SsoLink; name: string | undefined }) {
  const account = <strong className={styles.account}>{email ?? subject}</strong>
  return name === undefined ? (
    <Trans>
      The account {account} can no longer sign in as you, and the sessions that began at {{ provider: provider.name }}{' '}
      end immediately.
    </Trans>
  ) : (
    <Trans>
      The account {account} can no longer sign in as {name}, and the sessions that began at{' '}
      {{ provider: provider.name }} end immediately.
    </Trans>
  )
}

const nameLink = ({ provider, email, subject }: SsoLink) => `${provider.name} (${email ?? subject})`

function LinkSummary({ link }: { link: SsoLink }) {
  const { provider, lastUsedAt, groupsOmitted } = link
  return (
    <div className={styles.provider}>
      <strong>{provider.name}</strong>
      <LinkAddress link={link} />
      {lastUsedAt !== undefined && (
        <small>
          <Trans>
            Last used <Time at={lastUsedAt} />
          </Trans>
        </small>
      )}
      {groupsOmitted && (
        <Notice kind="info">
          <Trans>
            {{ provider: provider.name }} sent no groups at the last sign-in because there are too many, so roles stayed
            as they were.
          </Trans>
        </Notice>
      )}
    </div>
  )
}

/** The address of an account, and whether its provider can be relied on for it. */
export function LinkAddress({ link: { email, emailVerified, subject } }: { link: SsoLink }) {
  const { t } = useLingui()
  if (email === undefined)
    return (
      <small className={styles.mail}>
        <Trans>Account {subject}, without an email address</Trans>
      </small>
    )
  return (
    <small className={styles.mail}>
      {email} <Badge kind={emailVerified ? 'good' : 'warning'}>{emailVerified ? t`Verified` : t`Not verified`}</Badge>
    </small>
  )
}
