import { Button, NativeSelect } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallResult } from '../api/call.ts'
import { applicationsQuery } from '../common/applications/queries.ts'
import { membersQuery } from '../common/members/queries.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { Placeholder } from '../ui/Placeholder.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Audit.module.css'
import { type AuditFilter, auditQuery } from './queries.ts'
import { type Change, describeAction, listChanges } from './words.ts'

type Entry = CallResult<'auditList'>['entries'][number]

/** Every administrative change: who made it, what it was, and from where. */
export function AuditPage() {
  const [filter, setFilter] = useState<AuditFilter>({})
  return (
    <Page
      title="Audit log"
      description="Every administrative change by members, installation keys, and the command line."
    >
      <Filters filter={filter} onChange={setFilter} />
      <Entries filter={filter} />
    </Page>
  )
}

type FiltersProps = { filter: AuditFilter; onChange: (filter: AuditFilter) => void }

function Filters({ filter, onChange }: FiltersProps) {
  const { data: applications = [] } = useQuery(applicationsQuery)
  const { data: members = [] } = useQuery(membersQuery)
  const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  const choose = (part: { application?: string; actor?: string }) => {
    const entries = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== '')
    onChange(Object.fromEntries(entries))
  }
  return (
    <div className={styles.filters}>
      <NativeSelect
        aria-label="Application"
        value={filter.application ?? ''}
        data={[{ value: '', label: 'All applications' }, ...applications.map(toOption)]}
        onChange={({ target }) => choose({ application: target.value })}
      />
      <NativeSelect
        aria-label="Actor"
        value={filter.actor ?? ''}
        data={[{ value: '', label: 'All actors' }, ...members.map(toOption)]}
        onChange={({ target }) => choose({ actor: target.value })}
      />
    </div>
  )
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { data, error, refetch, isPending, ...pages } = useInfiniteQuery(auditQuery(filter))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <Placeholder />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState icon={IconHistory} title="No changes">
          Changes appear here with the values before and after. Secrets are never recorded.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <ol aria-label="Changes">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <div className={styles.entry}>
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  )
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
        <strong>{actor.name}</strong> {describeAction(action)} {subject && <code>{subject}</code>}
        {application && application !== subject && <> in {application}</>}
        {changes.length > mostShown ? (
          <details className={styles.more}>
            <summary>{changes.length} values</summary>
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

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <code>{field}</code> {from !== undefined && <del>{from}</del>} {to !== undefined && <ins>{to}</ins>}
        </li>
      ))}
    </ul>
  )
}
