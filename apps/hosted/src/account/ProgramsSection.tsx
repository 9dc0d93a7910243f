import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { describeScope } from '../consent/AccessList.tsx'
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

type ProgramEntry = Account['programs'][number]

function Program({ program }: { program: ProgramEntry }) {
  const { clientId, name, claimedName, scopes, resources, grantedAt, lastUsedAt } = program
  const texts = useAccountTexts()
  const page = usePage()
  const { reload } = useAccount()
  const write = useDates()
  const describeResource = useResources()
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
    ...(claimedName ? [fill(texts.claimedName, { name: claimedName })] : []),
    ...scopes.map((scope) => describeScope(scope, page.texts)),
    ...resources.map(describeResource),
    fill(texts.allowed, { date: write(grantedAt) }),
    ...(lastUsedAt ? [fill(texts.lastUsed, { date: write(lastUsedAt) })] : []),
  ]
  return (
    <Row title={name} facts={facts}>
      <ActionButton onClick={() => setAsking(true)}>{texts.revoke}</ActionButton>
    </Row>
  )
}

/** Writes what a program can do at an API, as the language of the page does. */
function useResources(): (resource: ProgramEntry['resources'][number]) => string {
  const texts = useAccountTexts()
  const page = usePage()
  const list = new Intl.ListFormat(page.language, { type: 'unit', style: 'short' })
  return ({ name, host, scopes }) => {
    const resource = name === undefined ? host : `${name} (${host})`
    return fill(texts.resourceAccess, { resource, scopes: list.format(scopes) || page.texts.resourceWhole })
  }
}
