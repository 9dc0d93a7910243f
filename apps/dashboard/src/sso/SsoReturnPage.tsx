import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router'
import styles from '../session/Entrance.module.css'
import { Entrance } from '../session/Entrance.tsx'
import { completeVisit } from '../session/visit.ts'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'

/** Where a provider sends the browser back. */
export function SsoReturnPage() {
  const { t } = useLingui()
  const { providerId = '' } = useParams()
  const query = location.search.slice(1)
  const { data, error } = useQuery({
    queryKey: ['sso-return', providerId, query],
    queryFn: () => completeVisit(providerId, query),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data?.path !== undefined) return <Navigate to={data.path} replace />
  if (data) return <Entrance title={t`You can close this window`} />
  if (!error) return <Entrance title={t`Signing you in…`} turning />
  return (
    <Entrance title={t`You’re not signed in`}>
      <ErrorNotice error={error} />
      <Button component={Link} to="/" size="md" fullWidth>
        <Trans>Back to sign-in</Trans>
      </Button>
      <p className={styles.help}>
        <Trans>If this happens again, show the message to an owner of this installation.</Trans>
      </p>
    </Entrance>
  )
}
