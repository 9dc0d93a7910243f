import { createPageUrl, leaveFor } from '../address.ts'
import { call } from '../api/call.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { type Account, useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { useDates } from './dates.ts'
import { Row, Section } from './Section.tsx'

export function BrowsersSection() {
  const texts = useAccountTexts()
  const { account } = useAccount()
  return (
    <Section title={texts.browsers} text={texts.browsersText}>
      {account.sessions.map((session) => (
        <Browser key={session.id} session={session} />
      ))}
    </Section>
  )
}

function Browser({ session }: { session: Account['sessions'][number] }) {
  const texts = useAccountTexts()
  const { reload } = useAccount()
  const write = useDates()
  const action = useAction()
  const { id, isCurrent, browser, address, lastUsedAt } = session
  const end = () =>
    action.run(async () => {
      await call('accountSessionEnd', { params: { id } })
      if (isCurrent) leaveFor(createPageUrl('signed-out'))
      else await reload()
    })
  return (
    <>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <Row
        title={browser}
        badge={isCurrent ? texts.thisBrowser : undefined}
        facts={[address, fill(texts.lastActive, { date: write(lastUsedAt) })]}
      >
        <ActionButton isRunning={action.isRunning} onClick={() => void end()}>
          {texts.signOutThere}
        </ActionButton>
      </Row>
    </>
  )
}
