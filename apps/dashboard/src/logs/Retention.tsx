import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { applicationQuery } from '../common/applications/queries.ts'

/** How long events are kept, and what of them is pseudonymized. */
export function Retention({ id }: { id: string }) {
  const { data: application } = useQuery(applicationQuery(id))
  if (!application) return <>What happened in this application.</>
  const { eventRetentionDays: days, pseudonymizeEvents } = application.settings
  return (
    <>
      Events are kept for {days} {days === 1 ? 'day' : 'days'}.{' '}
      {pseudonymizeEvents
        ? 'Addresses and usernames in new ones are keyed hashes.'
        : 'Addresses and usernames in them are plain text.'}{' '}
      <Link to={`/applications/${id}/settings#events`}>Change</Link>
    </>
  )
}
