import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EnrolledUsers, RecentSignIns } from '../common/analytics/Activity.tsx'
import { Card } from '../ui/Card.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'

/** How much an application is used. */
export function Pulse({ id }: { id: string }) {
  return (
    <Card
      title="Activity"
      actions={
        <Button variant="default" component={Link} to={`/applications/${id}/analytics`}>
          Open analytics
        </Button>
      }
    >
      <Facts>
        <Fact name="Enrolled users">
          <EnrolledUsers id={id} />
        </Fact>
        <Fact name="Sign-ins, 30 days">
          <RecentSignIns id={id} />
        </Fact>
      </Facts>
    </Card>
  )
}
