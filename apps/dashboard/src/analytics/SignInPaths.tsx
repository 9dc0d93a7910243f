import { logsPath } from '../logs/filters.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Figure } from './Figure.tsx'
import { during, filterSeries } from './links.ts'
import { NumberLink } from './NumberLink.tsx'
import { formatCount, formatShare } from './numbers.ts'
import type { AdoptionPartProps } from './queries.ts'
import { RankingChart } from './RankingChart.tsx'

type Path = { key: string; name: string; started: number; completed: number }

const divide = ({ started, completed }: Path) => (started === 0 ? 0 : Math.min(1, completed / started))

/** How sign-ins with a passkey start, and how many are completed. */
export function SignInPaths({ id, report, ...download }: AdoptionPartProps) {
  const { username, usernameless, failed } = report.signIns
  const paths: Path[] = [
    { key: 'usernameless', name: 'Without a username', ...usernameless },
    { key: 'username', name: 'With a username', ...username },
  ]
  const filters = { ...filterSeries('authentications', 'success'), ...during(report) }
  const find = ({ key }: Path) => ({ ...filters, detail: `named:${key === 'username'}` })
  const columns: Column<Path>[] = [
    { id: 'name', header: 'Path', cell: ({ row }) => row.original.name },
    { id: 'started', header: 'Started', cell: ({ row }) => formatCount(row.original.started) },
    {
      id: 'completed',
      header: 'Completed',
      cell: ({ row: { original } }) => <NumberLink id={id} count={original.completed} filters={find(original)} />,
    },
    { id: 'rate', header: 'Completion', cell: ({ row }) => formatShare(divide(row.original)) },
  ]
  const toRank = (path: Path) => ({
    key: path.key,
    name: path.name,
    count: path.completed,
    share: divide(path),
    to: logsPath(id, find(path)),
  })
  return (
    <Figure
      title="Sign-ins by path"
      description={`Completed sign-ins, and their share of those that started. Without a username: autofill, or a button that asks for none. Browsers reported ${formatCount(failed)} errors.`}
      {...download}
      columns={columns}
      rows={paths}
      getKey={({ key }) => key}
    >
      <RankingChart label="Sign-ins by path" ranks={paths.map(toRank)} />
    </Figure>
  )
}
