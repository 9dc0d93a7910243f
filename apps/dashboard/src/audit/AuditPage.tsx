import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { formatCount } from '../ui/numbers.ts'
import { Page } from '../ui/Page.tsx'
import { Placeholder } from '../ui/Placeholder.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Time } from '../ui/Time.tsx'
import styles from './Audit.module.css'
import { AuditFilters } from './AuditFilters.tsx'
import { toCsv, toJsonLines } from './export.ts'
import { type AuditFilter, auditQuery, type Entry, readEveryEntry } from './queries.ts'
import { type Change, describeAction, listChanges } from './words.ts'

/** Every administrative change: who made it, what it was, and from where. */
export function AuditPage() {
  const { t } = useLingui()
  const [filter, setFilter] = useState<AuditFilter>({})
  const [settled] = useDebouncedValue(filter, 150)
  return (
    <Page
      title={t`Audit log`}
      description={t`Every administrative change by members, installation keys, and the command line.`}
      actions={<ExportMenu filter={filter} />}
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      <Entries filter={settled} />
    </Page>
  )
}

function ExportMenu({ filter }: { filter: AuditFilter }) {
  const { mutate, isPending } = useMutation({ mutationFn: (format: Format) => exportEntries(filter, format) })
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          loading={isPending}
          leftSection={<IconDownload size={17} stroke={1.8} aria-hidden="true" />}
        >
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => mutate('jsonl')}>JSON Lines</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Format = 'csv' | 'jsonl'

async function exportEntries(filter: AuditFilter, format: Format): Promise<void> {
  const entries = await readEveryEntry(filter)
  const text = format === 'csv' ? toCsv(entries) : toJsonLines(entries)
  saveFile(new Blob([text], { type: format === 'csv' ? 'text/csv' : 'application/jsonl' }), `audit-log.${format}`)
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { t } = useLingui()
  const { data, error, refetch, isPending, ...pages } = useInfiniteQuery(auditQuery(filter))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <Placeholder />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0 && !pages.hasNextPage) return <NoEntries isFiltered={Object.keys(filter).length > 0} />
  return (
    <Card flush>
      {entries.length > 0 ? (
        <ol aria-label={t`Changes`}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      ) : (
        <EmptyState icon={IconHistory} title={t`No recent change matches`}>
          <Trans>Older changes weren’t searched yet.</Trans>
        </EmptyState>
      )}
      {pages.hasNextPage && (
        <div className={styles.entry}>
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {entries.length > 0 ? t`Show more` : t`Search older changes`}
          </Button>
        </div>
      )}
    </Card>
  )
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState icon={IconHistory} title={isFiltered ? t`No change matches` : t`No changes yet`}>
        {isFiltered
          ? t`Try other words, days, another actor, or another kind of change.`
          : t`Changes appear here with the values before and after. Secrets are never recorded.`}
      </EmptyState>
    </Card>
  )
}

/** Subjects of sentences begin with a capital. */
function nameActor({ kind, name }: Entry['actor']): string {
  if (kind === 'cli') return i18n._(msg`Command line`)
  return kind === 'system' ? i18n._(msg`System`) : name
}

/** Whole applications would fill the page. */
const mostShown = 6

function EntryRow({ entry: { at, actor, action, application, target, before, after, address } }: { entry: Entry }) {
  const changes = listChanges(before, after)
  // A member who joins changes themselves.
  const subject = target === actor.id ? undefined : (target ?? application)
  return (
    <li className={styles.entry}>
      <div>
        <Sentence
          actor={nameActor(actor)}
          action={describeAction(action)}
          subject={subject}
          application={application === subject ? undefined : application}
        />
        {changes.length > mostShown ? (
          <details className={styles.more}>
            <summary>
              <Trans>Show {{ count: formatCount(changes.length) }} values</Trans>
            </summary>
            <Changes changes={changes} />
          </details>
        ) : (
          <Changes changes={changes} />
        )}
      </div>
      {address && <small>{address}</small>}
      <Time at={at} />
    </li>
  )
}

type SentenceProps = {
  actor: string
  action: string
  subject: string | undefined
  application: string | undefined
}

/** Says in a sentence who did what, to what, and where. */
function Sentence({ actor, action, subject, application }: SentenceProps) {
  const who = <strong>{actor}</strong>
  const what = <code>{subject}</code>
  if (subject !== undefined && application !== undefined)
    return (
      <Trans>
        {who} {action} {what} in {application}
      </Trans>
    )
  if (subject !== undefined)
    return (
      <Trans>
        {who} {action} {what}
      </Trans>
    )
  return application === undefined ? (
    <Trans>
      {who} {action}
    </Trans>
  ) : (
    <Trans>
      {who} {action} in {application}
    </Trans>
  )
}

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <code>{field}</code> {from !== undefined && from !== to && <del>{from}</del>}{' '}
          {to !== undefined && (from === to ? <span>{to}</span> : <ins>{to}</ins>)}
        </li>
      ))}
    </ul>
  )
}
