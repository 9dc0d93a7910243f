import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { type UserDetails, userQuery } from '../common/users/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { useTitle } from '../ui/Page.tsx'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { formatMoment } from '../ui/times.ts'
import { Browsers } from './Browsers.tsx'
import { Consents } from './Consents.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Profile } from './Profile.tsx'
import { Timeline } from './Timeline.tsx'
import { UserActions } from './UserActions.tsx'

/** One user with everything that belongs to them. */
export function UserPage() {
  const { applicationId = '', userId = '' } = useParams()
  return (
    <Boundary placeholder={<PagePlaceholder isWhole />}>
      <Content key={userId} id={applicationId} userId={userId} />
    </Boundary>
  )
}

function Content({ id, userId }: { id: string; userId: string }) {
  const { t } = useLingui()
  const { data: user } = useSuspenseQuery(userQuery(id, userId))
  useTitle(user.username)
  return (
    <ApplicationPage
      title={user.username}
      id={id}
      section={{ title: t`Users`, to: `/applications/${id}/users` }}
      actions={<UserActions id={id} user={user} />}
    >
      <About user={user} />
      <Boundary>
        <Profile id={id} userId={userId} />
      </Boundary>
      <Passkeys id={id} user={user} />
      <Boundary>
        <Browsers id={id} userId={userId} />
        <Consents id={id} userId={userId} />
        <Timeline id={id} userId={userId} />
      </Boundary>
    </ApplicationPage>
  )
}

function About({ user }: { user: UserDetails }) {
  const { t } = useLingui()
  const others = user.usernames.filter((name) => name !== user.username)
  return (
    <Card>
      <Facts>
        <Fact name={t`Status`}>
          {user.status === 'active' ? (
            <Badge kind="good">
              <Trans context="user">Active</Trans>
            </Badge>
          ) : (
            <Badge kind="warning">
              <Trans context="user">Inactive</Trans>
            </Badge>
          )}
        </Fact>
        <Fact name={t`Display name`}>{user.displayName}</Fact>
        <Fact name={t`User ID`}>
          <code>{user.id}</code>
          <CopyButton text={user.id} what={t`user ID`} />
        </Fact>
        <Fact name={t`Created`}>{formatMoment(user.createdAt)}</Fact>
        {others.length > 0 && <Fact name={t`Also signs in as`}>{others.join(', ')}</Fact>}
      </Facts>
    </Card>
  )
}
