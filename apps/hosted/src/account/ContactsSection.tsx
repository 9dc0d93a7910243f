import { useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { type ContactKind, useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { ContactForm } from './ContactForm.tsx'
import { Row, Section } from './Section.tsx'
import { callApi, ensureToken } from './token.ts'

export function ContactsSection() {
  const texts = useAccountTexts()
  return (
    <Section title={texts.contacts} text={texts.contactsText}>
      <Contact kind="email" />
      <Contact kind="phone" />
    </Section>
  )
}

function Contact({ kind }: { kind: ContactKind }) {
  const texts = useAccountTexts()
  const { client } = usePage()
  const { account, reload } = useAccount()
  const [isEditing, setEditing] = useState(false)
  const action = useAction()
  const contact = account.contacts[kind]
  const remove = () =>
    action.run(async () => {
      const token = await ensureToken(client, account.user)
      await callApi({ method: 'DELETE', path: `/profile/${account.user.id}/${kind}`, body: {}, token })
      await reload()
    })
  if (isEditing) return <ContactForm kind={kind} onDone={() => setEditing(false)} />
  return (
    <>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <Row
        title={contact?.address ?? texts.noContact}
        facts={[texts[kind]]}
        badge={contact && !contact.isVerified ? texts.unverified : undefined}
      >
        <ActionButton onClick={() => setEditing(true)}>{contact ? texts.change : texts.add}</ActionButton>
        {contact && (
          <ActionButton isRunning={action.isRunning} onClick={() => void remove()}>
            {texts.remove}
          </ActionButton>
        )}
      </Row>
    </>
  )
}
