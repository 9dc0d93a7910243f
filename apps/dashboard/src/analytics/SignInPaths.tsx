import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { logsPath } from '../common/events/filters.ts'
import type { Column } from '../ui/DataTable.tsx'
import { formatCount, formatShare } from '../ui/numbers.ts'
import { Figure } from './Figure.tsx'
import { during, filterSeries } from './links.ts'
import { NumberLink } from './NumberLink.tsx'
import type { AdoptionPartProps } from './queries.ts'
import { RankingChart } from './RankingChart.tsx'

type Path = { key: string; name: string; detail: string; started: number; completed: number }

const divide = ({ started, completed }: Path) => (started === 0 ? 0 : Math.min(1, completed / started))

const explanation = msg`Bars show the sign-ins that started, and in color those that were completed. Autofill counts as started whenever a page offers it, so its share is low.`

function describePaths(errors: number): string {
  const text = i18n._(explanation)
  if (errors === 0) return text
  return i18n._(
    msg`${{ text }} ${plural({ errors }, { one: 'Browsers reported # error.', other: 'Browsers reported # errors.' })}`,
  )
}

/** How sign-ins with a passkey start, and how many are completed. */
export function SignInPaths({ id, report, ...download }: AdoptionPartProps) {
  const { t } = useLingui()
  const { username, autofill, immediate, usernameless, failed } = report.signIns
  const paths: Path[] = [
    { key: 'autofill', name: t`Autofill`, detail: 'autofill:true', ...autofill },
    { key: 'immediate', name: t`Passkeys on this device`, detail: 'immediate:true', ...immediate },
    { key: 'usernameless', name: t`Without a username`, detail: 'autofill:false', ...usernameless },
    { key: 'username', name: t`With a username`, detail: 'named:true', ...username },
  ]
  const filters = { ...filterSeries('authentications', 'success'), ...during(report) }
  const find = ({ detail }: Path) => ({ ...filters, detail })
  const columns: Column<Path>[] = [
    { id: 'name', header: t`Path`, cell: ({ row }) => row.original.name },
    {
      id: 'started',
      header: t`Started`,
      meta: { isNumber: true },
      cell: ({ row }) => formatCount(row.original.started),
    },
    {
      id: 'completed',
      header: t`Completed`,
      meta: { isNumber: true },
      cell: ({ row: { original } }) => <NumberLink id={id} count={original.completed} filters={find(original)} />,
    },
    {
      id: 'rate',
      header: t`Completion`,
      meta: { isNumber: true },
      cell: ({ row }) => formatShare(divide(row.original)),
    },
  ]
  const toRank = (path: Path) => ({
    key: path.key,
    name: path.name,
    count: path.completed,
    of: path.started,
    share: divide(path),
    to: logsPath(id, find(path)),
  })
  return (
    <Figure
      title={t`Sign-ins by path`}
      description={describePaths(failed)}
      {...download}
      columns={columns}
      rows={paths}
      getKey={({ key }) => key}
    >
      <RankingChart label={t`Sign-ins by path`} ranks={paths.map(toRank)} />
    </Figure>
  )
}
