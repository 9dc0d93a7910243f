import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { applicationQuery } from '../common/applications/queries.ts'

/** How long events are kept, and what of them is pseudonymized. */
export function Retention({ id }: { id: string }) {
  const { data: application } = useQuery(applicationQuery(id))
  if (!application) return <Trans>What happened in this application.</Trans>
  const { eventRetentionDays: days, pseudonymizeEvents } = application.settings
  return (
    <>
      <Plural value={days} one="Events are kept for # day." other="Events are kept for # days." />{' '}
      {pseudonymizeEvents ? (
        <Trans>Addresses and usernames in new ones are keyed hashes.</Trans>
      ) : (
        <Trans>Addresses and usernames in them are plain text.</Trans>
      )}{' '}
      <Link to={`/applications/${id}/settings#events`}>
        <Trans>Change</Trans>
      </Link>
    </>
  )
}
