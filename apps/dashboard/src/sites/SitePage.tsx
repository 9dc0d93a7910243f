import { Trans, useLingui } from '@lingui/react/macro'
import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { awaitedChecksQuery } from '../common/checks/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { SaveBar } from '../ui/SaveBar.tsx'
import { IdentityFields } from './IdentityFields.tsx'
import { SiteNotices } from './Notices.tsx'
import { ProxySettings } from './ProxySettings.tsx'
import { sitesPath, useSite } from './queries.ts'
import { SessionFields } from './SessionFields.tsx'
import { SiteActions } from './SiteActions.tsx'
import { AccessFields, AddressFields } from './SiteFields.tsx'
import { useSiteEdit } from './use-site-edit.ts'

/** One site: who gets in, for how long, what its program learns about users, and the settings for its proxy. */
export function SitePage() {
  const { applicationId = '', siteId = '' } = useParams()
  usePrefetchQuery(awaitedChecksQuery(applicationId))
  return (
    <Boundary placeholder={<PagePlaceholder isWhole />}>
      <Content key={siteId} id={applicationId} siteId={siteId} />
    </Boundary>
  )
}

function Content({ id, siteId }: { id: string; siteId: string }) {
  const { t } = useLingui()
  const site = useSite(id, siteId)
  useSuspenseQuery(awaitedChecksQuery(id))
  const canChange = useHasRole('developer', id)
  const edit = useSiteEdit(id, site)
  const fields = { draft: edit.draft, change: edit.change, disabled: !canChange }
  return (
    <ApplicationPage
      title={site.name}
      description={
        <a href={site.origin} target="_blank" rel="noreferrer">
          {site.host}
        </a>
      }
      id={id}
      section={{ title: t`Protected sites`, to: sitesPath(id) }}
      actions={canChange && <SiteActions id={id} site={site} />}
    >
      <SiteNotices id={id} site={site} />
      {!canChange && (
        <Notice kind="info">
          <Trans>A developer or an owner can change this site.</Trans>
        </Notice>
      )}
      <Card title={t`Access`} description={t`Who gets in, and to which paths.`}>
        <AccessFields id={id} {...fields} />
      </Card>
      <ProxySettings id={id} site={site} />
      <Card title={t`Site`} description={t`With another host, users sign in again.`}>
        <AddressFields {...fields} />
      </Card>
      <SessionFields {...fields} changes={edit.changes} />
      <IdentityFields {...fields} />
      <SaveBar edit={edit} />
    </ApplicationPage>
  )
}
