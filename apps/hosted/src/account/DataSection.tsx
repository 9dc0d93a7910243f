import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Ask } from './Ask.tsx'
import { useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { Section } from './Section.tsx'
import { createFreshToken } from './token.ts'

/** Downloading and deleting take a sign-in of this moment, as the session could be used on a device that was left open. */
export function DataSection({ onDeleted }: { onDeleted: () => void }) {
  const texts = useAccountTexts()
  const { client, request } = usePage()
  const { account } = useAccount()
  const action = useAction()
  const { canDelete } = request.application
  const download = () =>
    action.run(async () => {
      const token = await createFreshToken(client, account.user)
      save(await call('accountExport', { body: { token } }), `${client.appId}-${account.user.username}.json`)
    })
  return (
    <Section title={texts.data} text={texts.dataText}>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <div class="actions below">
        <ActionButton isRunning={action.isRunning} onClick={() => void download()}>
          {texts.download}
        </ActionButton>
      </div>
      {canDelete && <Deletion onDeleted={onDeleted} />}
    </Section>
  )
}

function Deletion({ onDeleted }: { onDeleted: () => void }) {
  const texts = useAccountTexts()
  const { client } = usePage()
  const { account } = useAccount()
  const [isAsking, setAsking] = useState(false)
  const action = useAction()
  const remove = () =>
    action.run(async () => {
      await call('accountDelete', { body: { token: await createFreshToken(client, account.user) } })
      onDeleted()
    })
  if (!isAsking)
    return (
      <div class="below">
        <ActionButton kind="danger" onClick={() => setAsking(true)}>
          {texts.deleteAccount}
        </ActionButton>
      </div>
    )
  return (
    <Ask
      question={texts.deleteAsk}
      confirm={texts.deleteForever}
      action={action}
      onConfirm={() => void remove()}
      onCancel={() => setAsking(false)}
    />
  )
}

function save(content: object, name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
