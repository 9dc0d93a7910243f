import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, FileInput, Progress as ProgressBar } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { formatCount } from '../ui/numbers.ts'
import { saveFile } from '../ui/save-file.ts'
import styles from './Users.module.css'
import { type Progress, type Rejection, useImport } from './use-import.ts'

type Props = { id: string; onClose: () => void }

/** Imports users with their passkeys from a file: first a check that writes nothing, then the import. */
export function ImportDialog({ id, onClose }: Props) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const [createGroups, setCreateGroups] = useState(false)
  const { mutate, progress, data, isPending, error, reset } = useImport(id)
  const isChecked = data?.dryRun === true
  const isDone = data?.dryRun === false
  const start = (dryRun: boolean) => file && mutate({ file, dryRun, createGroups })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    reset()
  }
  return (
    <Dialog title={t`Import users`} size="lg" staysOpen={isPending} onClose={onClose}>
      {!isDone && (
        <>
          <UsersFile file={file} disabled={isPending} onChange={choose} />
          <Checkbox
            label={t`Create groups that don’t exist`}
            description={t`Otherwise, lines with unknown groups are rejected.`}
            disabled={isPending}
            checked={createGroups}
            onChange={({ target }) => {
              setCreateGroups(target.checked)
              reset()
            }}
          />
        </>
      )}
      {isPending && progress && <Running progress={progress} />}
      <ErrorNotice error={error} />
      {data && progress && <Outcome progress={progress} isDryRun={data.dryRun} />}
      <DialogActions>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          {isDone ? t`Close` : t`Cancel`}
        </Button>
        {!isDone && (
          <Button
            variant={isChecked ? 'default' : 'filled'}
            disabled={!file}
            loading={isPending}
            onClick={() => start(true)}
          >
            <Trans>Check the file</Trans>
          </Button>
        )}
        {isChecked && progress && progress.imported > 0 && (
          <Button loading={isPending} onClick={() => start(false)}>
            <Plural value={{ users: progress.imported }} one="Import # user" other="Import # users" />
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

type UsersFileProps = { file: File | null; disabled: boolean; onChange: (file: File | null) => void }

function UsersFile({ file, disabled, onChange }: UsersFileProps) {
  const { t } = useLingui()
  return (
    <FileInput
      label={t`File`}
      description={t`A file in JSON Lines, as an export writes it: a header, then a user on each line.`}
      placeholder={t`Choose a file`}
      accept=".jsonl,.ndjson,.json,.txt"
      clearable
      disabled={disabled}
      value={file}
      onChange={onChange}
    />
  )
}

function Running({ progress: { done, total } }: { progress: Progress }) {
  const { t } = useLingui()
  const finished = formatCount(done)
  return (
    <div className={styles.progress}>
      <ProgressBar value={total === 0 ? 100 : (100 * done) / total} aria-label={t`Progress`} />
      <p>
        <Plural value={total} one={`${finished} of # line`} other={`${finished} of # lines`} />
      </p>
    </div>
  )
}

function Outcome({ progress, isDryRun }: { progress: Progress; isDryRun: boolean }) {
  const { t } = useLingui()
  const { imported, unchanged, rejections } = progress
  const rows = [
    [isDryRun ? t`Can be imported` : t({ message: 'Imported', context: 'users' }), imported],
    [t`Already there, unchanged`, unchanged],
    [t({ message: 'Rejected', context: 'lines' }), rejections.length],
  ] as const
  return (
    <>
      <dl className={styles.outcome}>
        {rows.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {rejections.length > 0 && <Rejections rejections={rejections} />}
    </>
  )
}

/** More rows help no reader; the file has them all. */
const mostShown = 50

function Rejections({ rejections }: { rejections: readonly Rejection[] }) {
  const { t } = useLingui()
  function save() {
    const lines = rejections.map((one) => `${JSON.stringify(one)}\n`)
    saveFile(new Blob(lines, { type: 'application/x-ndjson' }), 'rejected.jsonl')
  }
  return (
    <div>
      <ul className={styles.rejections} aria-label={t`Rejected lines`}>
        {rejections.slice(0, mostShown).map(({ line, reason }) => (
          <li key={line}>
            <span>
              <Trans>Line {line}</Trans>
            </span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      <Button variant="default" size="xs" onClick={save}>
        <Trans>Download the rejected lines</Trans>
      </Button>
    </div>
  )
}
