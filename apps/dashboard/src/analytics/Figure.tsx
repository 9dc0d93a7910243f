import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useRef, useState } from 'react'
import { Card } from '../ui/Card.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showFailure } from '../ui/toast.tsx'
import styles from './Figure.module.css'
import { drawPng } from './png.ts'

type Props<Row extends RowData> = {
  title: string
  description?: ReactNode
  /** Fields that change the chart. */
  controls?: ReactNode
  /** The address of the same counts as CSV. */
  csv: string
  /** The name of downloaded files, without an ending. */
  file: string
  columns: Column<Row>[]
  rows: readonly Row[]
  getKey: (row: Row) => string
  /** The chart: one SVG. */
  children: ReactNode
}

/** A chart with the table behind it, to be seen and downloaded. */
export function Figure<Row extends RowData>({
  title,
  description,
  controls,
  csv,
  file,
  children,
  ...table
}: Props<Row>) {
  const [isTable, setTable] = useState(false)
  const chart = useRef<HTMLDivElement>(null)
  const savePng = async () => {
    const drawn = chart.current?.querySelector('svg')
    if (drawn) saveFile(await drawPng(drawn, title), `${file}.png`)
  }
  return (
    <Card
      title={title}
      description={description}
      flush={isTable}
      actions={
        <>
          {controls}
          <TableButton title={title} isTable={isTable} onChange={setTable} />
          <DownloadMenu
            title={title}
            csv={csv}
            file={file}
            onPng={isTable ? undefined : () => savePng().catch(showFailure)}
          />
        </>
      }
    >
      {isTable ? (
        <div className={styles.table}>
          <DataTable label={title} {...table} />
        </div>
      ) : (
        <div ref={chart}>{children}</div>
      )}
    </Card>
  )
}

type TableButtonProps = { title: string; isTable: boolean; onChange: (isTable: boolean) => void }

function TableButton({ title, isTable, onChange }: TableButtonProps) {
  const { t } = useLingui()
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <Tooltip label={isTable ? t`Show as chart` : t`Show as table`}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isTable ? t`Show ${title} as chart` : t`Show ${title} as table`}
        onClick={() => onChange(!isTable)}
      >
        <Icon size={18} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

type DownloadProps = { title: string; csv: string; file: string; onPng: (() => void) | undefined }

function DownloadMenu({ title, csv, file, onPng }: DownloadProps) {
  const { t } = useLingui()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t`Download ${title}`}>
          <IconDownload size={18} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={csv} download={`${file}.csv`}>
          <Trans>Data as CSV</Trans>
        </Menu.Item>
        {onPng && (
          <Menu.Item onClick={onPng}>
            <Trans>Chart as PNG</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
