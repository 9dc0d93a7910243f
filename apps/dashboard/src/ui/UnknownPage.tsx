import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Card } from './Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Page } from './Page.tsx'

/** For addresses that lead nowhere. */
export function UnknownPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`}>
      <Card>
        <EmptyState
          icon={IconMapOff}
          title={t`There is no page at this address`}
          actions={
            <Button variant="default" component={Link} to="/">
              <Trans>All applications</Trans>
            </Button>
          }
        >
          <Trans>The link may be outdated, or the application may have been deleted.</Trans>
        </EmptyState>
      </Card>
    </Page>
  )
}
