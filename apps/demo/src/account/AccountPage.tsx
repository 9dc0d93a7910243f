import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { ChecksPanel } from '../ceremony/ChecksPanel.tsx'
import { useCeremony } from '../ceremony/recorder.ts'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { PasskeysPanel } from '../passkeys/PasskeysPanel.tsx'
import { parseToken } from '../session/claims.ts'
import { thumbturn } from '../session/thumbturn.ts'
import { TokenPanel } from '../token/TokenPanel.tsx'
import { useFocusOnMount } from '../ui/focus.ts'
import styles from './AccountPage.module.css'

/** The account page: the user's passkeys, the token, and the checks of the last ceremony. */
export function AccountPage({ token }: { token: string }) {
  const { claims } = parseToken(token)
  const ceremony = useCeremony()
  const heading = useFocusOnMount<HTMLHeadingElement>(Boolean(ceremony))
  return (
    <>
      <div className={styles.head}>
        <div className={styles.who}>
          <h1 ref={heading} tabIndex={-1}>
            You’re in, {claims.username}.
          </h1>
          <p className={styles.lead}>{ceremony ? welcome[ceremony.kind] : 'Your token is still good.'}</p>
        </div>
        <SignOutButton />
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <PasskeysPanel username={claims.username} currentId={claims.credID} />
          <NotesPanel key={claims.sub} username={claims.username} userId={claims.sub} />
          <TokenPanel token={token} />
        </div>
        <div className={styles.column}>
          <ChecksPanel username={claims.username} />
        </div>
      </div>
    </>
  )
}

const welcome = {
  registration: 'Your device made a passkey, and the service accepted it.',
  authentication: 'Your passkey signed a challenge, and the service accepted it.',
}

function SignOutButton() {
  const queries = useQueryClient()
  const signOut = () => {
    thumbturn.logout()
    queries.removeQueries({ queryKey: ['passkeys'] })
  }
  return (
    <Button variant="default" leftSection={<IconLogout size={18} stroke={1.8} aria-hidden="true" />} onClick={signOut}>
      Sign out
    </Button>
  )
}
