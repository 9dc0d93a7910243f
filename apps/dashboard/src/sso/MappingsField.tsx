import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { everyApplication, type Role, roles } from '@thumbturn/contract/vocabulary/roles.ts'
import { applicationsQuery } from '../common/applications/queries.ts'
import { nameRole } from '../common/members/roles.ts'
import type { RoleMapping } from './queries.ts'
import styles from './Sso.module.css'

type Props = {
  claim: string
  mappings: readonly RoleMapping[]
  onChange: (claim: string, mappings: RoleMapping[]) => void
}

const firstMapping: RoleMapping = { value: '', application: everyApplication, role: 'viewer' }

/** Maps values of claims to roles. */
export function MappingsField({ claim, mappings, onChange }: Props) {
  const { t } = useLingui()
  const replace = (at: number, part: Partial<RoleMapping>) =>
    onChange(
      claim,
      mappings.map((one, index) => (index === at ? { ...one, ...part } : one)),
    )
  return (
    <>
      <TextInput
        label={t`Role claim`}
        description={t`Optional. A claim whose values give roles, at every sign-in. Without it, owners grant roles on the Members page.`}
        placeholder="groups"
        maxLength={128}
        value={claim}
        onChange={({ target }) => onChange(target.value, [...mappings])}
      />
      <div className={styles.rows}>
        {mappings.map((mapping, index) => (
          <Mapping
            // Values can repeat while they are typed.
            key={String(index)}
            mapping={mapping}
            onChange={(part) => replace(index, part)}
            onRemove={() =>
              onChange(
                claim,
                mappings.filter((_, other) => other !== index),
              )
            }
          />
        ))}
        {claim.trim() !== '' && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={15} stroke={2} aria-hidden="true" />}
            onClick={() => onChange(claim, [...mappings, firstMapping])}
          >
            <Trans>Map a value to a role</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

type MappingProps = { mapping: RoleMapping; onChange: (part: Partial<RoleMapping>) => void; onRemove: () => void }

function Mapping({ mapping: { value, application, role }, onChange, onRemove }: MappingProps) {
  const { t } = useLingui()
  const { data: applications = [] } = useQuery(applicationsQuery)
  const places = applications.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className={styles.mapping}>
      <TextInput
        aria-label={t`Claim value`}
        placeholder="security-team"
        required
        maxLength={256}
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <NativeSelect
        aria-label={t`Where`}
        value={application}
        onChange={({ target }) => onChange({ application: target.value })}
        data={[{ value: everyApplication, label: t`All applications` }, ...places]}
      />
      <NativeSelect
        aria-label={t`Role`}
        value={role}
        onChange={({ target }) => onChange({ role: target.value as Role })}
        data={roles.map((name) => ({ value: name, label: nameRole(name) }))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t`Remove the mapping of ${value}`}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
