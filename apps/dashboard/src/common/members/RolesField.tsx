import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  roles as allRoles,
  everyApplication,
  type Role,
  type RoleAssignment,
} from '@thumbturn/contract/vocabulary/roles.ts'
import { applicationsQuery } from '../applications/queries.ts'
import styles from './RolesField.module.css'
import { describeRole, nameRole } from './roles.ts'

type Props = {
  value: readonly RoleAssignment[]
  onChange: (value: RoleAssignment[]) => void
  /** The only place that roles can be on; by default, the whole installation and every application. */
  application?: string | undefined
}

/** Edits what a member can do, and where. */
export function RolesField({ value, onChange, application: only }: Props) {
  const { t } = useLingui()
  const { data: applications = [] } = useQuery(applicationsQuery)
  const free = applications.filter(
    ({ id }) => only === undefined && !value.some(({ application }) => application === id),
  )
  const replace = (at: number, part: Partial<RoleAssignment>) =>
    onChange(value.map((assignment, index) => (index === at ? { ...assignment, ...part } : assignment)))
  return (
    <div className={styles.rows}>
      {value.map(({ application, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a role keeps its fields, and the focus, while its place changes
        <div className={styles.row} key={index}>
          {only === undefined && (
            <NativeSelect
              aria-label={t`Where`}
              value={application}
              onChange={({ target }) => replace(index, { application: target.value })}
              data={listPlaces(application, value, { applications, free })}
            />
          )}
          <NativeSelect
            aria-label={t`Role`}
            label={only === undefined ? undefined : t`Role`}
            value={role}
            onChange={({ target }) => replace(index, { role: target.value as Role })}
            data={allRoles.map((name) => ({
              value: name,
              label: t`${{ role: nameRole(name) }}: ${{ description: describeRole(name) }}`,
            }))}
          />
          {value.length > 1 && (
            <RemoveButton
              application={application}
              onClick={() => onChange(value.filter((_, other) => other !== index))}
            />
          )}
        </div>
      ))}
      {free[0] && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={15} stroke={2} aria-hidden="true" />}
          onClick={() => onChange([...value, { application: free[0]!.id, role: 'viewer' }])}
        >
          <Trans>Add a role on another application</Trans>
        </Button>
      )}
    </div>
  )
}

function RemoveButton({ application, onClick }: { application: string; onClick: () => void }) {
  const { t } = useLingui()
  const isEvery = application === everyApplication
  const label = isEvery ? t`Remove the role on the installation` : t`Remove the role on ${application}`
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
      <IconX size={16} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  )
}

type Place = { id: string; name: string }

type Places = { applications: readonly Place[]; free: readonly Place[] }

/** The place of a role, and those that have no role yet. */
function listPlaces(current: string, value: readonly RoleAssignment[], { applications, free }: Places) {
  const hasEvery = value.some(({ application }) => application === everyApplication)
  const every = { value: everyApplication, label: i18n._(msg`All applications`) }
  const name = applications.find(({ id }) => id === current)?.name ?? current
  const own = current === everyApplication ? [] : [{ value: current, label: name }]
  return [
    ...(current === everyApplication || !hasEvery ? [every] : []),
    ...own,
    ...free.map(({ id, name }) => ({ value: id, label: name })),
  ]
}
