import { useLingui } from '@lingui/react/macro'
import { useRouteError } from 'react-router'
import { useEndOfBoot } from '../ui/boot.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'

/** A page that could not be loaded, as after an update of the service. */
export function RouteFailure() {
  const { t } = useLingui()
  useEndOfBoot()
  const error = useRouteError()
  return (
    <Page title={t`This page can’t be shown`}>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </Page>
  )
}
