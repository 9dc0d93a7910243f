import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { createClient, createMemoryTokenStore, createPasskey } from '@thumbturn/web'
import { Link } from 'react-router'
import { fitsRpId } from '../../common/applications/address.ts'
import type { Application } from '../../common/applications/queries.ts'
import { AllowOriginButton } from '../../common/checks/FixButton.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { application: Application }

/** Creates a passkey for a test user of the application, if this page can use its RP ID. */
export function TryIt({ application }: Props) {
  const { t } = useLingui()
  const obstacle = findObstacle(application)
  return (
    <Card
      title={t`Try it here`}
      description={t`Create a test user with a passkey in this application, with the same calls that your website makes.`}
      actions={obstacle === undefined && <CreateButton application={application} />}
    >
      {obstacle && (
        <Notice kind="info" actions={<Remedy application={application} obstacle={obstacle} />}>
          <Explanation application={application} obstacle={obstacle} />
        </Notice>
      )}
    </Card>
  )
}

type Obstacle = 'domain' | 'origin' | 'token'

/** Why this page can't use the application; undefined if it can. */
function findObstacle({ rpId, origins, settings }: Application): Obstacle | undefined {
  if (!fitsRpId(location.hostname, rpId)) return 'domain'
  if (!origins.includes(location.origin)) return 'origin'
  return settings.registrationRequiresToken ? 'token' : undefined
}

type ObstacleProps = Props & { obstacle: Obstacle }

function Explanation({ application: { rpId }, obstacle }: ObstacleProps) {
  const { host, origin } = location
  if (obstacle === 'domain')
    return (
      <Trans>
        The dashboard is at {host}, and the passkeys of this application work on {rpId} only. Use the code below on a
        page of that domain.
      </Trans>
    )
  if (obstacle === 'origin')
    return <Trans>To try it on this page, allow the origin {origin} for this application.</Trans>
  return <Trans>This application requires a token for every registration, so only your backend can start one.</Trans>
}

function Remedy({ application: { id }, obstacle }: ObstacleProps) {
  if (obstacle === 'domain') return null
  if (obstacle === 'origin') return <AllowOriginButton application={id} origin={location.origin} />
  return (
    <Button variant="default" size="xs" component={Link} to={`/applications/${id}/settings#registrationRequiresToken`}>
      <Trans>Open settings</Trans>
    </Button>
  )
}

function CreateButton({ application: { id } }: Props) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => createTestUser(id),
    meta: { quiet: true },
  })
  return (
    <>
      <Button
        loading={isPending}
        leftSection={<IconFingerprint size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        <Trans>Create a passkey</Trans>
      </Button>
      {data && (
        <Notice kind="good">
          <Trans>
            {{ username: data.username }} has a passkey.{' '}
            <Link to={`/applications/${id}/users/${data.userId}`}>Show the user</Link>
          </Trans>
        </Notice>
      )}
      <ErrorNotice error={error} />
    </>
  )
}

async function createTestUser(appId: string): Promise<{ username: string; userId: string }> {
  const tokenStore = createMemoryTokenStore()
  const client = createClient({
    baseUrl: `${location.origin}/apps/${appId}`,
    appId,
    tokenStore,
    disableAnalytics: true,
  })
  const username = `test-${Date.now().toString(36)}`
  const { token } = await createPasskey(client, username)
  return { username, userId: readSubject(token) }
}

/** The `sub` of a token that the service has just issued. */
function readSubject(token: string): string {
  const payload = token.split('.')[1] ?? ''
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }
  return claims.sub
}
