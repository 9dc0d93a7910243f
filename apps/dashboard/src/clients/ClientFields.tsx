import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { usualScopes } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { type ReactNode, useState } from 'react'
import { type ControlProps, FieldControl } from '../common/fields/controls.tsx'
import { FieldRow, findLayout } from '../common/fields/FieldRow.tsx'
import { GroupsPicker } from '../common/groups/GroupsPicker.tsx'
import { Card } from '../ui/Card.tsx'
import { InlineCode } from '../ui/InlineCode.tsx'
import { formatSeconds } from '../ui/times.ts'
import styles from './Clients.module.css'
import {
  describeField,
  type FieldName,
  findField,
  findFieldProblem,
  type Group,
  groups,
  isShown,
  labels,
  nameChoice,
  splitScopes,
} from './fields.ts'
import type { Client } from './queries.ts'
import type { ClientEdit } from './use-client-edit.ts'

type Props = { id: string; client: Client; edit: ClientEdit; disabled: boolean }

/** The fields of a client in groups, of which few clients need the advanced ones. */
export function ClientFields(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {groups
        .filter(({ isAdvanced }) => isOpen || !isAdvanced)
        .map((group) => (
          <FieldGroup key={group.id} group={group} {...props} />
        ))}
      {!isOpen && (
        <Button variant="default" className={styles.advanced} onClick={() => setIsOpen(true)}>
          <Trans>Show protocol and tokens</Trans>
        </Button>
      )}
    </>
  )
}

function FieldGroup({ group, id, client, edit, disabled }: Props & { group: Group }) {
  const { i18n } = useLingui()
  const fields = group.fields.filter((name) => isShown(name, client, edit.values))
  if (fields.length === 0) return null
  return (
    <Card title={i18n._(group.title)} description={i18n._(group.description)} flush>
      {fields.map((name) => (
        <ClientField key={name} id={id} name={name} edit={edit} disabled={disabled} />
      ))}
    </Card>
  )
}

type FieldProps = { id: string; name: FieldName; edit: ClientEdit; disabled: boolean }

function ClientField({ id, name, edit, disabled }: FieldProps) {
  const { i18n } = useLingui()
  const value = edit.values[name]
  const label = i18n._(labels[name])
  return (
    <FieldRow
      label={label}
      description={<InlineCode text={describeField(name)} />}
      layout={findLayout(findField(name))}
      problem={findFieldProblem(name, value)}
      isChanged={name in edit.changes}
    >
      {(described) => {
        const Control = special[name] ?? FieldControl
        return (
          <Control
            id={id}
            field={findField(name)}
            label={label}
            value={value}
            onChange={(changed) => edit.change(name, changed)}
            disabled={disabled}
            described={described}
            nameChoice={(choice) => nameChoice(name, choice)}
            explainNumber={explainSeconds}
          />
        )
      }}
    </FieldRow>
  )
}

const explainSeconds = (value: unknown) =>
  typeof value === 'number' && value >= 60
    ? i18n._(msg`seconds = ${{ duration: formatSeconds(value) }}`)
    : i18n._(msg`seconds`)

type SpecialProps = ControlProps & { id: string }

const special: Partial<Record<FieldName, (props: SpecialProps) => ReactNode>> = {
  scopes: Scopes,
  allowedGroups: Groups,
}

function Groups({ id, value, onChange, disabled, described }: SpecialProps) {
  const { t } = useLingui()
  const chosen = value as readonly string[]
  const placeholder = chosen.length === 0 ? t`Every user` : ''
  return (
    <GroupsPicker
      id={id}
      value={chosen}
      onChange={onChange}
      disabled={disabled}
      placeholder={placeholder}
      {...described}
    />
  )
}

/** The usual scopes to choose from, and a list of others. */
function Scopes({ id: _, ...props }: SpecialProps) {
  const { value, onChange } = props
  const { usual, others } = splitScopes(value as readonly string[])
  return (
    <div className={styles.scopes}>
      <FieldControl
        {...props}
        field={{ kind: 'choices', choices: usualScopes }}
        value={usual}
        onChange={(chosen) => onChange([...(chosen as string[]), ...others])}
      />
      <FieldControl
        {...props}
        field={{ kind: 'texts', example: 'orders:read' }}
        value={others}
        onChange={(texts) => onChange([...usual, ...(texts as string[])])}
      />
    </div>
  )
}
