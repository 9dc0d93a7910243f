import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { severityChoices } from '../common/events/filters.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { formatMoment } from '../ui/times.ts'
import { EditDialog } from './EditDialog.tsx'
import { kinds } from './kinds.ts'
import type { Connector } from './queries.ts'

/** Where a connector sends events, and which. */
export function Receiver({ id, connector }: { id: string; connector: Connector }) {
  const { t, i18n } = useLingui()
  const canChange = useHasRole('developer', id)
  const [isEditing, setIsEditing] = useState(false)
  const { target, filter, secretFields, createdAt } = connector
  const texts: Readonly<Record<string, unknown>> = target
  const fields = kinds[target.type].target.filter(({ key }) => texts[key] !== undefined)
  return (
    <Card
      title={t`Receiver`}
      actions={
        canChange && (
          <Button variant="default" onClick={() => setIsEditing(true)}>
            <Trans>Edit</Trans>
          </Button>
        )
      }
    >
      <Facts>
        {fields.map(({ key, label, kind }) => (
          <Fact key={key} name={i18n._(label)}>
            {kind === 'lines' ? t`Own certificate` : kind === 'flag' ? t`Yes` : <code>{String(texts[key])}</code>}
          </Fact>
        ))}
        <Fact name={t`Severity`}>{nameSeverity(filter.severity) ?? t({ message: 'All', context: 'events' })}</Fact>
        <Fact name={t`Types`}>
          {filter.types?.length
            ? filter.types.map((type) => <code key={type}>{type}</code>)
            : t({ message: 'All', context: 'events' })}
        </Fact>
        {secretFields.length > 0 && <Fact name={t`Secrets`}>{secretFields.map(nameSecret(connector)).join(', ')}</Fact>}
        <Fact name={t`Created`}>{formatMoment(createdAt)}</Fact>
      </Facts>
      {isEditing && <EditDialog id={id} connector={connector} onClose={() => setIsEditing(false)} />}
    </Card>
  )
}

const nameSeverity = (severity: string | undefined) => severityChoices.find(({ value }) => value === severity)?.label

/** Names of headers are shown as they are. */
const nameSecret =
  ({ target: { type } }: Connector) =>
  (name: string): string => {
    if (name === 'signingSecret') return i18n._(msg`Signing secret`)
    const field = kinds[type].secrets.find(({ key }) => key === name)
    return field ? i18n._(field.label) : name
  }
