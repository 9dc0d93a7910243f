import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type AuditAction, auditActions } from '@thumbturn/contract/vocabulary/audit.ts'
import { applicationsQuery } from '../common/applications/queries.ts'
import { DayInput } from '../common/fields/DayInput.tsx'
import { membersQuery } from '../common/members/queries.ts'
import styles from './Audit.module.css'
import { startOfDay, toLocalDay } from './days.ts'
import type { AuditFilter } from './queries.ts'
import { describeAction } from './words.ts'

type Props = { filter: AuditFilter; onChange: (filter: AuditFilter) => void }

/** The ID that the service records for commands. */
const commandLine = 'command line'

/** Limits the audit log to changes that contain a text, to an application, an actor, a kind of change, and days. */
export function AuditFilters({ filter, onChange }: Props) {
  const { t } = useLingui()
  const { data: applications = [] } = useQuery(applicationsQuery)
  const { data: members = [] } = useQuery(membersQuery)
  const choose = (part: { [Name in keyof AuditFilter]?: AuditFilter[Name] | '' }) => {
    const entries = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== '')
    onChange(Object.fromEntries(entries))
  }
  return (
    <div className={styles.filters}>
      <TextInput
        className={styles.search!}
        type="search"
        maxLength={200}
        aria-label={t`Search changes`}
        placeholder={t`Search names, IDs, values, and addresses`}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        value={filter.text ?? ''}
        onChange={({ target }) => choose({ text: target.value })}
      />
      <NativeSelect
        aria-label={t`Application`}
        value={filter.application ?? ''}
        data={[{ value: '', label: t`All applications` }, ...applications.map(toOption)]}
        onChange={({ target }) => choose({ application: target.value })}
      />
      <NativeSelect
        aria-label={t`Actor`}
        value={filter.actor ?? ''}
        data={[
          { value: '', label: t`All actors` },
          { value: commandLine, label: t`Command line` },
          ...members.map(toOption),
        ]}
        onChange={({ target }) => choose({ actor: target.value })}
      />
      <ActionSelect value={filter.action} onChange={(action) => choose({ action })} />
      <DayField
        name={t`From`}
        value={toLocalDay(filter.since)}
        onChange={(day) => choose({ since: startOfDay(day) })}
      />
      <DayField
        name={t`To`}
        value={toLocalDay(filter.until, -1)}
        onChange={(day) => choose({ until: startOfDay(day, 1) })}
      />
    </div>
  )
}

type ActionSelectProps = { value: AuditFilter['action']; onChange: (action: AuditAction | '') => void }

function ActionSelect({ value, onChange }: ActionSelectProps) {
  const { t } = useLingui()
  return (
    <Select
      className={styles.action!}
      aria-label={t({ message: 'Change', context: 'noun' })}
      placeholder={t`All changes`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`Show all changes` }}
      nothingFoundMessage={t`No kind of change matches.`}
      value={value ?? null}
      data={listActions()}
      onChange={(action) => onChange((action ?? '') as AuditAction | '')}
    />
  )
}

type DayFieldProps = { name: string; value: string; onChange: (day: string) => void }

const DayField = ({ name, value, onChange }: DayFieldProps) => (
  <DayInput
    aria-label={name}
    leftSection={<span className={styles.bound}>{name}</span>}
    leftSectionWidth="3.25rem"
    value={value}
    onChange={onChange}
  />
)

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/:$/, '')

const listActions = () => auditActions.map((action) => ({ value: action, label: capitalize(describeAction(action)) }))
