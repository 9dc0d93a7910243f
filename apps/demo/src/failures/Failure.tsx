import { Button } from '@mantine/core'
import { Notice } from '../ui/Notice.tsx'
import { explain, homeAddress } from './explain.ts'

/** A failure in words, with the one thing that helps. */
export function Failure({ error, onSignIn }: { error: unknown; onSignIn?: () => void }) {
  const { tone, title, text, next } = explain(error)
  return (
    <Notice tone={tone} title={title} action={<NextStep next={next} onSignIn={onSignIn} />}>
      {text}
    </Notice>
  )
}

function NextStep({ next, onSignIn }: { next?: 'signIn' | 'goHome'; onSignIn?: () => void }) {
  if (next === 'goHome') return <a href={homeAddress()}>Open {new URL(homeAddress()).host}</a>
  if (next !== 'signIn' || !onSignIn) return null
  return (
    <Button size="xs" variant="default" onClick={onSignIn}>
      Sign in instead
    </Button>
  )
}
