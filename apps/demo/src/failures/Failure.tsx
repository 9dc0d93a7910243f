import { Button } from '@mantine/core'
import { Notice } from '../ui/Notice.tsx'
import { explain, findHomeUrl } from './explain.ts'

/** Explains an error, with the action that helps. */
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

/** Links to this page on the domain of its passkeys. */
export function HomeLink() {
  const address = findHomeUrl()
  return <a href={address.href}>Open {address.host}</a>
}
