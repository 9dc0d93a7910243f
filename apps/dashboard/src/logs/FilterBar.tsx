import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type FilterName, type Filters, filterNames, filterTexts } from '../common/events/filters.ts'
import { FilterChip } from './FilterChip.tsx'
import styles from './Filters.module.css'
import { PeriodPicker } from './PeriodPicker.tsx'

type Props = { id: string; filters: Filters; onChange: (filters: Filters) => void }

/** Filters that are always there; the others come from a menu. */
const usual: readonly FilterName[] = ['type', 'severity', 'user', 'reason', 'address']

/** The period and every filter, each with its own way to choose a value. */
export function FilterBar({ id, filters, onChange }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<FilterName>()
  const shown = filterNames.filter((name) => usual.includes(name) || filters[name] !== undefined || opened === name)
  const others = filterNames.filter((name) => !shown.includes(name))
  const isFiltered = filterNames.some((name) => filters[name] !== undefined)
  const { since, until } = filters
  return (
    <search className={styles.filters} aria-label={t`Filter events`}>
      <PeriodPicker period={{ since, until }} onChange={(period) => onChange({ ...filters, ...period })} />
      {shown.map((name) => (
        <FilterChip
          key={name}
          id={id}
          name={name}
          value={filters[name]}
          isOpen={opened === name}
          onOpen={(isOpen) => setOpened(isOpen ? name : undefined)}
          onChange={(value) => onChange({ ...filters, [name]: value })}
        />
      ))}
      {others.length > 0 && <MoreFilters names={others} onPick={setOpened} />}
      {isFiltered && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange({ since, until })}>
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </search>
  )
}

function MoreFilters({ names, onPick }: { names: readonly FilterName[]; onPick: (name: FilterName) => void }) {
  return (
    // The menu gives the focus back too late: the filter that it opens has it by then.
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button
          className={styles.chip}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.8} aria-hidden="true" />}
        >
          <Trans>More filters</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((name) => (
          <Menu.Item key={name} onClick={() => onPick(name)}>
            {filterTexts[name].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
