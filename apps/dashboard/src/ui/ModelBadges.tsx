import { Tooltip } from '@mantine/core'
import type { CallResult } from '../api/call.ts'
import { Badge } from './Badge.tsx'

type Metadata = NonNullable<CallResult<'authenticatorsList'>['authenticators'][number]['metadata']>

const protections: Record<Metadata['keyProtection'][number], string> = {
  software: 'software',
  hardware: 'hardware',
  tee: 'a trusted execution environment',
  secure_element: 'a secure element',
  remote_handle: 'a key store outside the authenticator',
}

/** The model's entry in the FIDO metadata; nothing if it doesn't list the model. */
export function ModelBadges({ metadata }: { metadata: Metadata | undefined }) {
  if (!metadata) return null
  const { certification, status, report } = metadata
  return (
    <Tooltip label={explain(metadata)} multiline maw={320}>
      <span>
        {status === 'compromised' && <Badge kind="danger">{report ?? 'Compromised'}</Badge>}
        {status === 'good' && (
          <Badge kind={certification ? 'good' : 'neutral'}>
            {certification ? `FIDO ${certification}` : 'Not certified'}
          </Badge>
        )}
      </span>
    </Tooltip>
  )
}

function explain({ certification, status, keyProtection, reports }: Metadata): string {
  const level = certification
    ? `FIDO has certified this model at level ${certification}.`
    : 'This model has no FIDO certification.'
  const first =
    status === 'compromised' ? 'FIDO reports that attestations or keys of this model are not trustworthy.' : level
  const keys = keyProtection.map((kind) => protections[kind]).join(' and ')
  const since = reports.at(-1)?.effectiveDate
  return [first, keys && `Its keys are in ${keys}.`, since && `Last report: ${since}.`].filter(Boolean).join(' ')
}
