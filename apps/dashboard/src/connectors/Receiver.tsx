import { Button } from '@mantine/core'
import { useState } from 'react'
import { capitalize } from '../common/events/filters.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { formatMoment } from '../ui/times.ts'
import { EditDialog } from './EditDialog.tsx'
import { kinds } from './kinds.ts'
import type { Connector } from './queries.ts'

/** Where a connector sends events, and which. */
export function Receiver({ id, connector }: { id: string; connector: Connector }) {
  const canChange = useHasRole('developer', id)
  const [isEditing, setIsEditing] = useState(false)
  const { target, filter, secretFields, createdAt } = connector
  const texts: Readonly<Record<string, unknown>> = target
  const fields = kinds[target.type].target.filter(({ key }) => texts[key] !== undefined)
  return (
    <Card
      title="Receiver"
      actions={
        canChange && (
          <Button variant="default" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <Facts>
        {fields.map(({ key, label, kind }) => (
          <Fact key={key} name={label}>
            {kind === 'lines' ? 'Own certificate' : kind === 'flag' ? 'Yes' : <code>{String(texts[key])}</code>}
          </Fact>
        ))}
        <Fact name="Severity">{filter.severity ? `${capitalize(filter.severity)} and higher` : 'All'}</Fact>
        <Fact name="Types">
          {filter.types?.length ? filter.types.map((type) => <code key={type}>{type}</code>) : 'All'}
        </Fact>
        {secretFields.length > 0 && <Fact name="Secrets">{secretFields.map(nameSecret(connector)).join(', ')}</Fact>}
        <Fact name="Created">{formatMoment(createdAt)}</Fact>
      </Facts>
      {isEditing && <EditDialog id={id} connector={connector} onClose={() => setIsEditing(false)} />}
    </Card>
  )
}

/** Names of headers are shown as they are. */
const nameSecret =
  ({ target: { type } }: Connector) =>
  (name: string): string =>
    name === 'signingSecret' ? 'Signing secret' : (kinds[type].secrets.find(({ key }) => key === name)?.label ?? name)
