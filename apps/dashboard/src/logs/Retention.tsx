import { plural } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { applicationQuery } from '../common/applications/queries.ts'
import { joinSentences } from '../common/service-texts/translate.ts'

/** How long events are kept, and what of them is pseudonymized. */
export function Retention({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: application } = useQuery(applicationQuery(id))
  if (!application) return <Trans>What happened in this application.</Trans>
  const { eventRetentionDays: days, pseudonymizeEvents } = application.settings
  return (
    <>
      {joinSentences([
        t`${plural({ days }, { one: 'Events are kept for # day.', other: 'Events are kept for # days.' })}`,
        pseudonymizeEvents
          ? t`Addresses and usernames in new ones are keyed hashes.`
          : t`Addresses and usernames in them are plain text.`,
      ])}{' '}
      <Link to={`/applications/${id}/settings#events`}>
        <Trans>Change</Trans>
      </Link>
    </>
  )
}
