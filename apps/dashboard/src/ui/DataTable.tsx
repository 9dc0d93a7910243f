import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import styles from './DataTable.module.css'

/** The look of a column: numbers end at the same place, so that their digits line up. */
type ColumnMeta = { isNumber?: boolean }

const features = tableFeatures({ columnMeta: {} as ColumnMeta })

/** A column of a table. Cells render rows; a column without a header has actions, at the end of its row. */
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, unknown>

type Props<Row extends RowData> = {
  /** The content of the table, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  getKey: (row: Row) => string
}

/** A table that becomes a list of cards on a phone. */
export function DataTable<Row extends RowData>({ label, columns, rows, getKey }: Props<Row>) {
  const table = useTable<typeof features, Row>({ features, columns, data: rows as Row[], getRowId: getKey })
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) =>
              header.column.columnDef.header === '' ? (
                <td key={header.id} />
              ) : (
                <th key={header.id} scope="col" data-number={header.column.columnDef.meta?.isNumber}>
                  <table.FlexRender header={header} />
                </th>
              ),
            )}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                data-label={labelCell(cell.column.columnDef)}
                data-number={cell.column.columnDef.meta?.isNumber}
              >
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The label before the value on a card; nothing for columns whose header is not a text. */
const labelCell = ({ header }: { header?: unknown }) =>
  typeof header === 'string' && header !== '' ? header : undefined
