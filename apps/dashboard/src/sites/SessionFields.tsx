import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { DurationField } from '../common/fields/DurationField.tsx'
import { FieldRow } from '../common/fields/FieldRow.tsx'
import { Card } from '../ui/Card.tsx'
import { type Draft, type DurationName, findDurationProblem } from './draft.ts'

const fields: readonly { name: DurationName; label: MessageDescriptor; description: MessageDescriptor }[] = [
  {
    name: 'sessionSeconds',
    label: msg`Whole session`,
    description: msg`Then users must sign in again, whatever they do.`,
  },
  {
    name: 'sessionIdleSeconds',
    label: msg`Without a page view`,
    description: msg`Then users are signed out of the site. Calls of scripts don’t count as page views.`,
  },
]

type Props = { draft: Draft; changes: Partial<Draft>; change: (part: Partial<Draft>) => void; disabled: boolean }

/** How long users stay signed in to a site. */
export function SessionFields({ draft, changes, change, disabled }: Props) {
  const { t, i18n } = useLingui()
  return (
    <Card
      title={t`Sessions`}
      description={t`How long users stay signed in to the site. After a change, they sign in again.`}
      flush
    >
      {fields.map(({ name, label, description }) => (
        <FieldRow
          key={name}
          label={i18n._(label)}
          description={i18n._(description)}
          layout="side"
          problem={findDurationProblem(draft, name)}
          isChanged={name in changes}
        >
          {(described) => (
            <DurationField
              label={i18n._(label)}
              value={draft[name]}
              onChange={(value) => change({ [name]: value })}
              disabled={disabled}
              described={described}
            />
          )}
        </FieldRow>
      ))}
    </Card>
  )
}
