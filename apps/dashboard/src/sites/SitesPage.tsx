import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLockAccess, IconPlus } from '@tabler/icons-react'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { awaitedChecksQuery } from '../common/checks/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatList } from '../ui/in-language.ts'
import { Monogram } from '../ui/Monogram.tsx'
import { RowLink } from '../ui/RowLink.tsx'
import { formatSeconds } from '../ui/times.ts'
import { findAudience } from './access.ts'
import { GuideLink } from './GuideLink.tsx'
import { ProxyNotice } from './Notices.tsx'
import { newSitePath, type Site, sitePath, sitesQuery } from './queries.ts'
import styles from './Sites.module.css'

/** The hosts behind a proxy that lets only users of an application in. */
export function SitesPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  usePrefetchQuery(awaitedChecksQuery(applicationId))
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Protected sites`}
      description={t`Web applications behind your reverse proxy that users open with a passkey, even those without a sign-in of their own.`}
      actions={<NewSite id={applicationId} />}
    >
      <Sites id={applicationId} />
    </ApplicationPage>
  )
}

function NewSite({ id }: { id: string }) {
  if (!useHasRole('developer', id)) return null
  return (
    <Button component={Link} to={newSitePath(id)} leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}>
      <Trans>Protect a site</Trans>
    </Button>
  )
}

function Sites({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(sitesQuery(id))
  useSuspenseQuery(awaitedChecksQuery(id))
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={IconLockAccess} title={t`No protected sites yet`} actions={<NewSite id={id} />}>
          <p>
            <Trans>
              Put a passkey in front of a wiki, a dashboard, or any other web application. Name its host, choose who
              gets in, and copy the settings into nginx or Caddy. The application needs no change.
            </Trans>
          </p>
          <GuideLink />
        </EmptyState>
      </Card>
    )
  return (
    <>
      <ProxyNotice id={id} />
      <Card flush>
        <DataTable label={t`Protected sites`} columns={listColumns(id)} rows={data} getKey={(site) => site.id} />
      </Card>
    </>
  )
}

const listColumns = (id: string): Column<Site>[] => [
  {
    id: 'name',
    header: i18n._(msg`Name`),
    cell: ({ row: { original } }) => (
      <RowLink
        to={sitePath(id, original.id)}
        tile={<Monogram id={original.id} name={original.name} />}
        text={original.name}
        note={original.host}
      />
    ),
  },
  { id: 'access', header: i18n._(msg`Who gets in`), cell: ({ row }) => <Access site={row.original} /> },
  {
    id: 'session',
    header: i18n._(msg`Signed in for`),
    cell: ({ row }) => formatSeconds(row.original.sessionSeconds),
  },
  {
    id: 'idle',
    header: i18n._(msg`Without a page view`),
    cell: ({ row }) => formatSeconds(row.original.sessionIdleSeconds),
  },
  { id: 'state', header: '', cell: ({ row }) => <State site={row.original} /> },
]

function Access({ site }: { site: Site }) {
  const audience = findAudience(site)
  if (audience.kind === 'noOne') return <Trans>No one</Trans>
  if (audience.kind === 'everyone') return <Trans>Everyone, without a sign-in</Trans>
  return (
    <div className={styles.access}>
      {audience.groups.length === 0 ? <Trans>Every user</Trans> : formatList(audience.groups)}
      {audience.hasPublic && (
        <small>
          <Trans>Some paths are public</Trans>
        </small>
      )}
    </div>
  )
}

function State({ site: { disabled, notices } }: { site: Site }) {
  if (disabled)
    return (
      <Badge>
        <Trans>Disabled</Trans>
      </Badge>
    )
  return (
    notices.length > 0 && (
      <Badge kind="warning">
        <Trans>Check access</Trans>
      </Badge>
    )
  )
}
