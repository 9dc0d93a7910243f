import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallResult, call } from '../api/call.ts'
import { useHasRole } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'

type SigningKey = CallResult<'signingKeysList'>['signingKeys'][number]

const signingKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'signing-keys'],
    queryFn: async () => (await call('signingKeysList', { params: { id } })).signingKeys,
  })

/** Keys that sign the tokens of the application. */
export function SigningKeys({ id }: { id: string }) {
  const { data } = useSuspenseQuery(signingKeysQuery(id))
  const canChange = useHasRole('developer', id)
  const [rotated, setRotated] = useState<SigningKey['alg']>()
  const [retired, setRetired] = useState<SigningKey>()
  return (
    <Card
      title="Signing keys"
      description="These keys sign the application’s tokens. Your backend finds the public keys in the application’s JWKS."
      actions={
        canChange && (
          <Group gap="xs">
            {listAlgorithms(data).map((alg, _, all) => (
              <Button
                key={alg}
                variant="default"
                disabled={data.some((key) => key.alg === alg && key.state === 'next')}
                leftSection={<IconRefresh size={17} stroke={1.8} aria-hidden="true" />}
                onClick={() => setRotated(alg)}
              >
                {all.length > 1 ? `Rotate ${alg}` : 'Rotate'}
              </Button>
            ))}
          </Group>
        )
      }
      flush
    >
      <DataTable
        label="Signing keys"
        columns={listColumns((key) => canChange && isReplaceable(data, key), setRetired)}
        rows={data}
        getKey={({ kid }) => kid}
      />
      {rotated && <RotateDialog id={id} alg={rotated} onClose={() => setRotated(undefined)} />}
      {retired && <RetireDialog id={id} kid={retired.kid} onClose={() => setRetired(undefined)} />}
    </Card>
  )
}

/** The algorithms of the keys in use, ES256 first. */
const listAlgorithms = (keys: readonly SigningKey[]) =>
  [...new Set(keys.filter(({ state }) => state !== 'retired').map(({ alg }) => alg))].sort()

/** An application keeps a key of each of its algorithms. */
const isReplaceable = (keys: readonly SigningKey[], { alg, state }: SigningKey) =>
  state !== 'retired' && keys.filter((key) => key.alg === alg && key.state !== 'retired').length > 1

const states: Record<SigningKey['state'], { text: string; kind: 'neutral' | 'good' | 'warning' }> = {
  next: { text: 'Signs soon', kind: 'warning' },
  signing: { text: 'Signing', kind: 'good' },
  verifying: { text: 'Verifying only', kind: 'neutral' },
  retired: { text: 'Retired', kind: 'neutral' },
}

function listColumns(
  canRetire: (key: SigningKey) => boolean,
  onRetire: (key: SigningKey) => void,
): Column<SigningKey>[] {
  return [
    {
      id: 'kid',
      header: 'Key ID',
      cell: ({ row }) => <code title={row.original.kid}>{row.original.kid.slice(0, 12)}…</code>,
    },
    { id: 'alg', header: 'Algorithm', cell: ({ row }) => row.original.alg },
    {
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => <Badge kind={states[original.state].kind}>{states[original.state].text}</Badge>,
    },
    { id: 'next', header: 'Next step', cell: ({ row }) => <NextStep signingKey={row.original} /> },
    { id: 'createdAt', header: 'Created', cell: ({ row }) => <Time at={row.original.createdAt} /> },
    {
      id: 'actions',
      header: '',
      cell: ({ row: { original } }) =>
        canRetire(original) ? (
          <Button
            variant="default"
            size="xs"
            aria-label={`Retire ${original.kid.slice(0, 12)}`}
            onClick={() => onRetire(original)}
          >
            Retire
          </Button>
        ) : null,
    },
  ]
}

function NextStep({ signingKey: { signsAt, retiresAt, retiredAt } }: { signingKey: SigningKey }) {
  if (retiredAt)
    return (
      <>
        Retired <Time at={retiredAt} />
      </>
    )
  if (signsAt)
    return (
      <>
        Signs <Time at={signsAt} />
      </>
    )
  if (retiresAt)
    return (
      <>
        Retires <Time at={retiresAt} />
      </>
    )
  return <>–</>
}

type DialogProps = { id: string; onClose: () => void }

function RotateDialog({ id, alg, onClose }: DialogProps & { alg: SigningKey['alg'] }) {
  return (
    <ConfirmedCall
      title={`Rotate the ${alg} signing key?`}
      action="Rotate"
      isDangerous={false}
      send={() => call('signingKeyRotate', { params: { id }, query: { alg } })}
      changed={signingKeysQuery(id)}
      done="Published the next signing key"
      onClose={onClose}
    >
      The next key is published now and signs in seven minutes, when every cache has it. The current key is retired
      after its last token has expired. Users notice nothing.
    </ConfirmedCall>
  )
}

function RetireDialog({ id, kid, onClose }: DialogProps & { kid: string }) {
  return (
    <ConfirmedCall
      title="Retire this key now?"
      action="Retire"
      send={() => call('signingKeyRetire', { params: { id, kid } })}
      changed={signingKeysQuery(id)}
      done="Retired the signing key"
      onClose={onClose}
    >
      For a key that might be compromised. Every node rejects its tokens within a second, so their users must sign in
      again. A published next key signs at once.
    </ConfirmedCall>
  )
}
