import { Button } from '@mantine/core'
import { Notice } from '../ui/Notice.tsx'
import { explain, homeAddress } from './explain.ts'

/** A failure in words, with the one thing that helps. */
export function Failure({ error, onSignIn }: { error: unknown; onSignIn?: () => void }) {
  const { tone, title, text, next } = explain(error)
  return (
    <Notice tone={tone} title={title} action={nextStep(next, onSignIn)}>
      {text}
    </Notice>
  )
}

function nextStep(next: 'signIn' | 'goHome' | undefined, onSignIn: (() => void) | undefined) {
  if (next === 'goHome') return <HomeLink />
  if (next !== 'signIn' || !onSignIn) return undefined
  return (
    <Button size="xs" variant="default" onClick={onSignIn}>
      Sign in instead
    </Button>
  )
}

/** Leads to this page where its passkeys work. */
export function HomeLink() {
  const address = homeAddress()
  return <a href={address.href}>Open {address.host}</a>
}
