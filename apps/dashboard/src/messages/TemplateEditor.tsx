import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconRestore, IconSend } from '@tabler/icons-react'
import type { TemplateField } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { useState } from 'react'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SaveBar } from '../ui/SaveBar.tsx'
import { listFields } from './draft.ts'
import styles from './MessagesPage.module.css'
import { Preview } from './Preview.tsx'
import type { MessageTemplate } from './queries.ts'
import { TestDialog } from './TestDialog.tsx'
import { TextField } from './TextField.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { templateWords } from './words.ts'

type Props = { id: string; message: MessageTemplate }

/** The texts of one message, next to a preview. */
export function TemplateEditor({ id, message }: Props) {
  const { t } = useLingui()
  const canChange = useHasRole('developer', id)
  const draft = useDraft(id, message)
  const { title, description } = templateWords[message.template]
  return (
    <>
      {!canChange && (
        <Notice kind="info">
          <Trans>You can see these texts. A developer or an owner can change them.</Trans>
        </Notice>
      )}
      <div className={styles.sides}>
        <Card
          title={t(title)}
          description={t(description)}
          actions={canChange && <Actions draft={draft} isChanged={message.updatedAt !== undefined} />}
        >
          <div className={styles.fields}>
            {listFields(message.template).map((field) => (
              <Field key={field} message={message} field={field} draft={draft} disabled={!canChange} />
            ))}
          </div>
        </Card>
        <Preview draft={draft} />
      </div>
      <SaveBar edit={draft} />
    </>
  )
}

type FieldProps = { message: MessageTemplate; field: TemplateField; draft: Draft; disabled: boolean }

const Field = ({ message, field, draft, disabled }: FieldProps) => (
  <TextField
    template={message.template}
    field={field}
    value={draft.texts[field] ?? ''}
    preset={message.defaults[field] ?? ''}
    disabled={disabled}
    onChange={(text) => draft.change(field, text)}
  />
)

function Actions({ draft, isChanged }: { draft: Draft; isChanged: boolean }) {
  const { t } = useLingui()
  const [asks, setAsks] = useState<'reset' | 'test'>()
  return (
    <>
      {isChanged && (
        <Button
          variant="subtle"
          leftSection={<IconRestore size={17} stroke={1.8} aria-hidden="true" />}
          onClick={() => setAsks('reset')}
        >
          <Trans>Reset</Trans>
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconSend size={17} stroke={1.8} aria-hidden="true" />}
        disabled={draft.isInvalid}
        onClick={() => setAsks('test')}
      >
        <Trans>Send test</Trans>
      </Button>
      {asks === 'test' && <TestDialog draft={draft} onClose={() => setAsks(undefined)} />}
      {asks === 'reset' && (
        <ConfirmDialog
          title={t`Reset this message?`}
          action={t`Reset`}
          isPending={draft.isResetting}
          onConfirm={() => draft.reset(() => setAsks(undefined))}
          onClose={() => setAsks(undefined)}
        >
          <Trans>Users get the default texts again in this language. You lose your own texts.</Trans>
        </ConfirmDialog>
      )}
    </>
  )
}
