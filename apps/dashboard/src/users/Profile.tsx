import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { profileFieldNames } from '@thumbturn/contract/vocabulary/profiles.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatClaims } from '../common/groups/claims.ts'
import { groupPath } from '../common/groups/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { profileQuery, type UserProfile } from './access-queries.ts'
import { GroupsDialog } from './GroupsDialog.tsx'
import { ProfileDialog, profileLabels } from './ProfileDialog.tsx'
import styles from './Users.module.css'

type Props = { id: string; userId: string }

/** Facts about a user that programs get, and the groups of the user. */
export function Profile({ id, userId }: Props) {
  const { t, i18n } = useLingui()
  const { data } = useSuspenseQuery(profileQuery(id, userId))
  const canChange = useHasRole('developer', id)
  const [edited, setEdited] = useState<'profile' | 'groups'>()
  const close = () => setEdited(undefined)
  const claims = formatClaims(data.profile.claims)
  return (
    <Card
      title={t`Profile`}
      description={t`OpenID clients get it, as far as their scopes allow.`}
      actions={
        canChange && (
          <>
            <Button variant="default" size="xs" onClick={() => setEdited('groups')}>
              <Trans>Change groups</Trans>
            </Button>
            <Button variant="default" size="xs" onClick={() => setEdited('profile')}>
              <Trans>Edit profile</Trans>
            </Button>
          </>
        )
      }
    >
      <Facts>
        <Fact name={t`Groups`}>
          <Groups id={id} groups={data.groups} />
        </Fact>
        {profileFieldNames.map((name) => {
          const value = data.profile[name]
          return (
            value && (
              <Fact key={name} name={i18n._(profileLabels[name])}>
                {value}
              </Fact>
            )
          )
        })}
      </Facts>
      {claims !== '' && (
        <div className={styles.claims}>
          <CodeBlock title={t`Custom claims`} what={t`custom claims`} code={claims} />
        </div>
      )}
      {edited === 'profile' && <ProfileDialog id={id} userId={userId} profile={data.profile} onClose={close} />}
      {edited === 'groups' && <GroupsDialog id={id} userId={userId} groups={data.groups} onClose={close} />}
    </Card>
  )
}

function Groups({ id, groups }: { id: string; groups: UserProfile['groups'] }) {
  if (groups.length === 0) return <Trans context="groups">None</Trans>
  return groups.map((group) => (
    <Link key={group.id} to={groupPath(id, group.id)} className={styles.group}>
      {group.name}
    </Link>
  ))
}
