import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { applicationChecksQuery } from '../common/checks/queries.ts'
import { translateNotice } from '../common/service-texts/notices.ts'
import { InlineCode } from '../ui/InlineCode.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Site } from './queries.ts'

/** Says that no proxy is trusted, if the setup check found so. */
export function ProxyNotice({ id }: { id: string }) {
  const { t } = useLingui()
  const { data = [] } = useQuery(applicationChecksQuery(id))
  const isUntrusted = data.some(({ status, advice = '' }) => status === 'broken' && advice.includes('TRUSTED_PROXIES'))
  if (!isUntrusted) return null
  return (
    <Notice kind="warning" title={t`Every request is denied until Thumbturn trusts the proxy`}>
      <p>
        <Trans>
          Set <code>TRUSTED_PROXIES</code> to the addresses from which your proxies connect to Thumbturn, such as{' '}
          <code>127.0.0.1,::1</code>, and restart the service.
        </Trans>
      </p>
    </Notice>
  )
}

/** The state of a site, and the warnings of the service about it. */
export function SiteNotices({ id, site: { disabled, notices } }: { id: string; site: Site }) {
  const { t } = useLingui()
  return (
    <>
      {disabled && (
        <Notice kind="warning" title={t`This site is disabled`}>
          <Trans>Every request to it is denied until you enable it again.</Trans>
        </Notice>
      )}
      <ProxyNotice id={id} />
      {notices.map((notice) => (
        <Notice
          key={notice}
          kind="warning"
          title={t`Check who can get in`}
          actions={
            <Button variant="default" size="xs" component={Link} to={`/applications/${id}/settings`}>
              <Trans>Open settings</Trans>
            </Button>
          }
        >
          <ServiceNotice notice={notice} />
        </Notice>
      ))}
    </>
  )
}

function ServiceNotice({ notice }: { notice: string }) {
  const { text, language } = translateNotice(notice)
  return (
    <p lang={language}>
      <InlineCode text={text} />
    </p>
  )
}
