import { createPasskey } from '@thumbturn/web'
import { usePage } from '../page.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { PasskeyIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { PasskeyRow } from './PasskeyRow.tsx'
import { Section } from './Section.tsx'
import { ensureToken } from './token.ts'

export function PasskeysSection() {
  const texts = useAccountTexts()
  const { client } = usePage()
  const { account, reload } = useAccount()
  const action = useAction()
  const add = () =>
    action.run(async () => {
      const token = await ensureToken(client, account.user)
      await createPasskey(client, account.user.username, { token })
      await reload()
    })
  return (
    <Section title={texts.passkeys} text={texts.passkeysText}>
      {account.passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} isLast={account.passkeys.length === 1} />
      ))}
      <div class="below">
        {action.failure && <Notice kind="error">{action.failure}</Notice>}
        <ActionButton isRunning={action.isRunning} onClick={() => void add()}>
          <PasskeyIcon />
          {texts.addPasskey}
        </ActionButton>
      </div>
    </Section>
  )
}
