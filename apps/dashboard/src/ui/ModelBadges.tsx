import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import type { CallResult } from '../api/call.ts'
import { Badge } from './Badge.tsx'
import { formatList } from './in-language.ts'

type Metadata = NonNullable<CallResult<'authenticatorsList'>['authenticators'][number]['metadata']>

const protections: Record<Metadata['keyProtection'][number], MessageDescriptor> = {
  software: msg`software`,
  hardware: msg`hardware`,
  tee: msg`a trusted execution environment`,
  secure_element: msg`a secure element`,
  remote_handle: msg`a key store outside the authenticator`,
}

/** The model's entry in the FIDO metadata; nothing if it doesn't list the model. */
export function ModelBadges({ metadata }: { metadata: Metadata | undefined }) {
  const { t } = useLingui()
  if (!metadata) return null
  const { certification, status, report } = metadata
  return (
    <Tooltip label={explain(metadata)} multiline maw={320}>
      <span>
        {status === 'compromised' && <Badge kind="danger">{report ?? t`Compromised`}</Badge>}
        {status === 'good' && (
          <Badge kind={certification ? 'good' : 'neutral'}>
            {certification ? `FIDO ${certification}` : t`Not certified`}
          </Badge>
        )}
      </span>
    </Tooltip>
  )
}

function explain({ certification, status, keyProtection, reports }: Metadata): string {
  const places = formatList(keyProtection.map((kind) => i18n._(protections[kind])))
  const day = reports.at(-1)?.effectiveDate
  return [
    status === 'compromised'
      ? i18n._(msg`FIDO reports that attestations or keys of this model are not trustworthy.`)
      : explainLevel(certification),
    places && i18n._(msg`Its keys are in ${{ places }}.`),
    day && i18n._(msg`Last report: ${{ day }}.`),
  ]
    .filter(Boolean)
    .join(' ')
}

const explainLevel = (level: string | undefined) =>
  level
    ? i18n._(msg`FIDO has certified this model at level ${{ level }}.`)
    : i18n._(msg`This model has no FIDO certification.`)
