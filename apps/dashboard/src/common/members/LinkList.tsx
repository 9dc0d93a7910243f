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
  /** The member, and what the question about a removal calls them. */
  memberId: string
  whose: string
  links: readonly SsoLink[]
}

/** The accounts of providers with which a member can sign in, each with a button that removes its link. */
export function LinkList({ memberId, whose, links }: Props) {
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
              aria-label={`Remove link to ${nameLink(link)}`}
              onClick={() => setRemoved(link)}
            >
              Remove link
            </Button>
          </li>
        ))}
      </ul>
      {removed && (
        <ConfirmedCall
          title={`Remove the link to ${removed.provider.name}?`}
          action="Remove link"
          send={() => call('memberLinkRemove', { params: { id: memberId, linkId: removed.id } })}
          changed={memberQueries}
          done={`Removed the link to ${removed.provider.name}`}
          onClose={() => setRemoved(undefined)}
        >
          The account <strong className={styles.account}>{removed.email ?? removed.subject}</strong> can no longer sign
          in as {whose}, and the sessions that began at {removed.provider.name} end immediately.
        </ConfirmedCall>
      )}
    </>
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
          Last used <Time at={lastUsedAt} />
        </small>
      )}
      {groupsOmitted && (
        <Notice kind="info">
          {provider.name} sent no groups at the last sign-in because there are too many, so roles stayed as they were.
        </Notice>
      )}
    </div>
  )
}

/** The address of an account, and whether its provider can be relied on for it. */
export function LinkAddress({ link: { email, emailVerified, subject } }: { link: SsoLink }) {
  if (email === undefined) return <small className={styles.mail}>Account {subject}, without an email address</small>
  return (
    <small className={styles.mail}>
      {email} <Badge kind={emailVerified ? 'good' : 'warning'}>{emailVerified ? 'Verified' : 'Not verified'}</Badge>
    </small>
  )
}
