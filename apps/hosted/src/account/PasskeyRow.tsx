import { deletePasskey, renamePasskey } from '@thumbturn/web'
import { useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Ask } from './Ask.tsx'
import { type Account, useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { useDates } from './dates.ts'
import { Row } from './Section.tsx'
import { ensureToken } from './token.ts'

type Passkey = Account['passkeys'][number]

export function PasskeyRow({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const texts = useAccountTexts()
  const write = useDates()
  const [mode, setMode] = useState<'show' | 'rename' | 'delete'>('show')
  const leave = () => setMode('show')
  if (mode === 'rename') return <Rename passkey={passkey} onDone={leave} />
  if (mode === 'delete') return <Delete passkey={passkey} isLast={isLast} onDone={leave} />
  const { name, providerName, createdAt, lastUsedAt, credentialSynced } = passkey
  const used = lastUsedAt ? fill(texts.lastUsed, { date: write(lastUsedAt) }) : texts.neverUsed
  const facts = [
    providerName !== name && providerName,
    fill(texts.created, { date: write(createdAt) }),
    used,
    credentialSynced ? texts.synced : texts.thisDevice,
  ]
  return (
    <Row title={name} facts={facts}>
      <ActionButton onClick={() => setMode('rename')}>{texts.rename}</ActionButton>
      <ActionButton onClick={() => setMode('delete')}>{texts.delete}</ActionButton>
    </Row>
  )
}

type Props = { passkey: Passkey; onDone: () => void }

function Rename({ passkey, onDone }: Props) {
  const texts = useAccountTexts()
  const { client } = usePage()
  const { account, reload } = useAccount()
  const [name, setName] = useState(passkey.name)
  const action = useAction()
  const rename = () =>
    action.run(async () => {
      const token = await ensureToken(client, account.user)
      await renamePasskey(client, passkey.id, { name: name.trim(), token })
      await reload()
      onDone()
    })
  return (
    <form
      class="edit stack"
      onSubmit={(event) => {
        event.preventDefault()
        void rename()
      }}
    >
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <Field
        label={fill(texts.newName, { name: passkey.name })}
        value={name}
        onChange={setName}
        maxLength={128}
        required
        autocomplete="off"
      />
      <div class="actions">
        <ActionButton type="submit" isRunning={action.isRunning}>
          {texts.save}
        </ActionButton>
        <ActionButton onClick={onDone}>{texts.cancel}</ActionButton>
      </div>
    </form>
  )
}

function Delete({ passkey, isLast, onDone }: Props & { isLast: boolean }) {
  const texts = useAccountTexts()
  const { client } = usePage()
  const { account, reload } = useAccount()
  const action = useAction()
  const remove = () =>
    action.run(async () => {
      const token = await ensureToken(client, account.user)
      await deletePasskey(client, passkey.id, { token })
      await reload()
    })
  const question = [fill(texts.deletePasskey, { name: passkey.name }), isLast && texts.lastPasskey]
  return (
    <Ask
      question={question.filter(Boolean).join(' ')}
      confirm={texts.delete}
      action={action}
      onConfirm={() => void remove()}
      onCancel={onDone}
    />
  )
}
