import { Button, Textarea } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { isKeyDerivationAvailable, type Passkey } from '@thumbturn/web'
import { useEffect, useState } from 'react'
import { Failure } from '../failures/Failure.tsx'
import { usePasskeys } from '../passkeys/passkeys.ts'
import { CeremonyButton } from '../ui/CeremonyButton.tsx'
import { useCancelable } from '../ui/cancelable.ts'
import { LiveRegion, Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import styles from './NotesPanel.module.css'
import {
  addPasskeyToVault,
  createVault,
  deleteVault,
  type OpenVault,
  openVault,
  readVault,
  saveNotes,
  type Vault,
} from './vault.ts'

/** Notes that only the user's passkeys open: encrypted and decrypted on this device. */
export function NotesPanel({ username, userId }: { username: string; userId: string }) {
  const { data: passkeys } = usePasskeys(username)
  const isAvailable = useKeyDerivation()
  const [stored, setStored] = useState(() => readVault(userId))
  const [opened, setOpened] = useState<OpenVault>()
  const show = (vault: OpenVault) => {
    setStored(vault.vault)
    setOpened(vault)
  }
  const unlock = useCancelable(
    (_: undefined, signal) => (stored ? openVault(userId, signal) : createVault(userId, signal)),
    { mutationKey: ['ceremony'], onSuccess: show },
  )
  const forget = () => {
    deleteVault(userId)
    setStored(undefined)
    setOpened(undefined)
  }
  return (
    <Panel title="Encrypted notes" lead="A key that your passkey derives encrypts them on this device.">
      {!passkeys ? (
        // As high as what follows, so that nothing below moves.
        <Locked {...{ stored: undefined, passkeys: [], unlock, isAvailable: undefined }} />
      ) : opened ? (
        <Editor {...{ userId, opened, passkeys }} onChange={show} onLock={() => setOpened(undefined)} />
      ) : stored && !findOpeners(stored, passkeys).length ? (
        <Lost onForget={forget} />
      ) : (
        <Locked {...{ stored, passkeys, unlock, isAvailable }} />
      )}
    </Panel>
  )
}

/** The user's passkeys that open the notes. */
const findOpeners = (vault: Vault, passkeys: Passkey[]) =>
  passkeys.filter((passkey) => vault.keys.some(({ credentialId }) => credentialId === passkey.credentialId))

/** Whether the browser derives keys; undefined until it has said so. */
function useKeyDerivation(): boolean | undefined {
  const [isAvailable, setAvailable] = useState<boolean>()
  useEffect(() => {
    void isKeyDerivationAvailable().then(setAvailable)
  }, [])
  return isAvailable
}

type LockedProps = {
  stored: Vault | undefined
  passkeys: Passkey[]
  unlock: ReturnType<typeof useCancelable<OpenVault, undefined>>
  isAvailable: boolean | undefined
}

function Locked({ stored, passkeys, unlock, isAvailable }: LockedProps) {
  const names = stored && findOpeners(stored, passkeys).map(({ name }) => name)
  return (
    <>
      <p className={styles.text}>
        {names ? `Locked. Opens with: ${names.join(', ')}.` : 'The service never sees the key or the text.'}
      </p>
      <div className={styles.actions}>
        <CeremonyButton
          variant="default"
          size="sm"
          pending={unlock.isPending}
          disabled={!isAvailable}
          icon={stored ? IconLockOpen : IconLock}
          onClick={() => !unlock.isPending && unlock.mutate(undefined)}
          onCancel={unlock.cancel}
        >
          {stored ? 'Unlock with a passkey' : 'Start with a passkey'}
        </CeremonyButton>
      </div>
      <LiveRegion>
        {unlock.error && <Failure error={unlock.error} />}
        {isAvailable === false && (
          <Notice tone="calm" title="No keys in this browser">
            It derives no keys from passkeys.
          </Notice>
        )}
      </LiveRegion>
    </>
  )
}

type EditorProps = {
  userId: string
  opened: OpenVault
  passkeys: Passkey[]
  onChange: (vault: OpenVault) => void
  onLock: () => void
}

function Editor({ userId, opened, passkeys, onChange, onLock }: EditorProps) {
  const [text, setText] = useState(opened.text)
  const { key, vault } = opened
  const save = useMutation({
    mutationFn: () => saveNotes(userId, { key, keys: vault.keys }, text),
    onSuccess: onChange,
  })
  return (
    <>
      <Textarea
        label="Notes"
        autosize
        minRows={3}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button size="sm" disabled={text === opened.text} loading={save.isPending} onClick={() => save.mutate()}>
          Encrypt and save
        </Button>
        <Button size="sm" variant="default" onClick={onLock}>
          Lock
        </Button>
      </div>
      <LiveRegion>{save.error && <Failure error={save.error} />}</LiveRegion>
      <Openers {...{ userId, opened, passkeys, onChange }} />
    </>
  )
}

/** The passkeys that open the notes, and the remedy if it is only one. */
function Openers({ userId, opened, passkeys, onChange }: Omit<EditorProps, 'onLock'>) {
  const openers = findOpeners(opened.vault, passkeys)
  const others = passkeys.filter((passkey) => !openers.includes(passkey))
  const add = useMutation({
    mutationKey: ['ceremony'],
    mutationFn: () =>
      addPasskeyToVault(
        userId,
        opened,
        others.map(({ credentialId }) => credentialId),
      ),
    onSuccess: onChange,
  })
  const names = openers.map(({ name }) => name).join(', ')
  return (
    <LiveRegion>
      {openers.length > 1 ? (
        <p className={styles.text}>Opens with: {names}.</p>
      ) : (
        <Notice
          tone="calm"
          title="Only one passkey opens these notes"
          action={
            others.length > 0 && (
              <TextButton onClick={() => !add.isPending && add.mutate()}>Let another passkey open them</TextButton>
            )
          }
        >
          If you lose {names}, they are lost: neither the service nor your browser can open them.{' '}
          {others.length === 0 && 'Add a second passkey to your account, then come back.'}
        </Notice>
      )}
      {add.error && <Failure error={add.error} />}
    </LiveRegion>
  )
}

function Lost({ onForget }: { onForget: () => void }) {
  return (
    <Notice
      tone="bad"
      title="These notes are lost"
      action={
        <Button size="xs" variant="default" onClick={onForget}>
          Delete them
        </Button>
      }
    >
      Every passkey that opened them was deleted, and nothing else can. A second passkey would have kept them.
    </Notice>
  )
}
