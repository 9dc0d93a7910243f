import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { NotFoundMessage } from './NotFoundMessage.tsx'

/** The page for an unknown address. `home` names the page at `/`. */
export function NotFoundPage({ home }: { home: string }) {
  return (
    <NotFoundMessage>
      <Button variant="default" component={Link} to="/">
        {home}
      </Button>
    </NotFoundMessage>
  )
}
