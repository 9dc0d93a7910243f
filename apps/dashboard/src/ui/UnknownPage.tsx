import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Card } from './Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Page } from './Page.tsx'

/** For addresses that lead nowhere. */
export function UnknownPage() {
  return (
    <Page title="Page not found">
      <Card>
        <EmptyState
          icon={IconMapOff}
          title="There is no page at this address"
          actions={
            <Button variant="default" component={Link} to="/">
              All applications
            </Button>
          }
        >
          The link may be outdated, or the application may have been deleted.
        </EmptyState>
      </Card>
    </Page>
  )
}
