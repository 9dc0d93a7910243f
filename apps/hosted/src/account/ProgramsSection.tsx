import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { describeScope } from '../consent/ScopeList.tsx'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useAction } from '../ui/use-action.ts'
import { Ask } from './Ask.tsx'
import { type Account, useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { useDates } from './dates.ts'
import { Row, Section } from './Section.tsx'

export function ProgramsSection() {
  const texts = useAccountTexts()
  const { programs } = useAccount().account
  return (
    <Section title={texts.programs} text={texts.programsText}>
      {programs.length === 0 && <p class="none">{texts.noPrograms}</p>}
      {programs.map((program) => (
        <Program key={program.clientId} program={program} />
      ))}
    </Section>
  )
}

function Program({ program: { clientId, name, scopes, grantedAt } }: { program: Account['programs'][number] }) {
  const texts = useAccountTexts()
  const page = usePage()
  const { reload } = useAccount()
  const write = useDates()
  const [isAsking, setAsking] = useState(false)
  const action = useAction()
  const revoke = () =>
    action.run(async () => {
      await call('programRevoke', { params: { clientId } })
      await reload()
    })
  if (isAsking)
    return (
      <Ask
        question={fill(texts.revokeAsk, { name })}
        confirm={texts.revoke}
        action={action}
        onConfirm={() => void revoke()}
        onCancel={() => setAsking(false)}
      />
    )
  const facts = [
    ...scopes.map((scope) => describeScope(scope, page.texts)),
    fill(texts.allowed, { date: write(grantedAt) }),
  ]
  return (
    <Row title={name} facts={facts}>
      <ActionButton onClick={() => setAsking(true)}>{texts.revoke}</ActionButton>
    </Row>
  )
}
