import { msg, plural } from '@lingui/core/runtime-macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showSuccess } from '../ui/toast.tsx'

type Props = { id: string; onClose: () => void }

/** Exports all users with their passkeys into a file, which an import takes. */
export function ExportDialog({ id, onClose }: Props) {
  const { t, i18n } = useLingui()
  const [exported, setExported] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => readAll(id, setExported),
    onSuccess: ({ pages, users }) => {
      saveFile(new Blob(pages, { type: 'application/x-ndjson' }), `${id}-users.jsonl`)
      showSuccess(i18n._(msg`${plural({ users }, { one: 'Exported # user', other: 'Exported # users' })}`))
      onClose()
    },
    meta: { quiet: true },
  })
  return (
    <Dialog title={t`Export users`} staysOpen={isPending} onClose={onClose}>
      <p>
        <Trans>
          The file has every user with passkeys, contacts, profile, and groups, as JSON Lines. It contains personal
          data, so keep it safe. The audit log records the export.
        </Trans>
      </p>
      {isPending && (
        <p role="status">
          <Plural value={exported} one="# user exported" other="# users exported" />
        </p>
      )}
      <ErrorNotice error={error} />
      <DialogActions>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          <Trans>Export</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

async function readAll(id: string, report: (users: number) => void) {
  const pages: string[] = []
  let users = 0
  for (let cursor: string | undefined; ; ) {
    const text = await call('usersExport', { params: { id }, query: { limit: '1000', ...(cursor && { cursor }) } })
    const lines = text.trimEnd().split('\n')
    const { next } = JSON.parse(lines.at(-1)!) as { next?: string }
    // The header of the first page, and the last line of each, are no users.
    users += lines.length - (cursor === undefined ? 2 : 1)
    pages.push(next === undefined ? text : `${lines.slice(0, -1).join('\n')}\n`)
    report(users)
    if (next === undefined) return { pages, users }
    cursor = next
  }
}
