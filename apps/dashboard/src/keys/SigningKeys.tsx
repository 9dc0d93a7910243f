import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { data } = useSuspenseQuery(signingKeysQuery(id))
  const canChange = useHasRole('developer', id)
  const [rotated, setRotated] = useState<SigningKey['alg']>()
  const [retired, setRetired] = useState<SigningKey>()
  return (
    <Card
      title={t`Signing keys`}
      description={t`These keys sign the application’s tokens. Your backend finds the public keys in the application’s JWKS.`}
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
                {all.length > 1 ? t`Rotate ${alg}` : t`Rotate`}
              </Button>
            ))}
          </Group>
        )
      }
      flush
    >
      <DataTable
        label={t`Signing keys`}
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

const states: Record<SigningKey['state'], { text: MessageDescriptor; kind: 'neutral' | 'good' | 'warning' }> = {
  next: { text: msg`Signs soon`, kind: 'warning' },
  signing: { text: msg`Signing`, kind: 'good' },
  verifying: { text: msg`Verifying only`, kind: 'neutral' },
  retired: { text: msg`Retired`, kind: 'neutral' },
}

function listColumns(
  canRetire: (key: SigningKey) => boolean,
  onRetire: (key: SigningKey) => void,
): Column<SigningKey>[] {
  return [
    {
      id: 'kid',
      header: i18n._(msg`Key ID`),
      cell: ({ row }) => <code title={row.original.kid}>{row.original.kid.slice(0, 12)}…</code>,
    },
    { id: 'alg', header: i18n._(msg`Algorithm`), cell: ({ row }) => row.original.alg },
    {
      id: 'state',
      header: i18n._(msg`State`),
      cell: ({ row: { original } }) => (
        <Badge kind={states[original.state].kind}>{i18n._(states[original.state].text)}</Badge>
      ),
    },
    { id: 'next', header: i18n._(msg`Next step`), cell: ({ row }) => <NextStep signingKey={row.original} /> },
    { id: 'createdAt', header: i18n._(msg`Created`), cell: ({ row }) => <Time at={row.original.createdAt} /> },
    {
      id: 'actions',
      header: '',
      cell: ({ row: { original } }) =>
        canRetire(original) ? (
          <Button
            variant="default"
            size="xs"
            aria-label={i18n._(msg`Retire ${{ key: original.kid.slice(0, 12) }}`)}
            onClick={() => onRetire(original)}
          >
            <Trans>Retire</Trans>
          </Button>
        ) : null,
    },
  ]
}

function NextStep({ signingKey: { signsAt, retiresAt, retiredAt } }: { signingKey: SigningKey }) {
  if (retiredAt)
    return (
      <Trans>
        Retired <Time at={retiredAt} />
      </Trans>
    )
  if (signsAt)
    return (
      <Trans>
        Signs <Time at={signsAt} />
      </Trans>
    )
  if (retiresAt)
    return (
      <Trans>
        Retires <Time at={retiresAt} />
      </Trans>
    )
  return <>–</>
}

type DialogProps = { id: string; onClose: () => void }

function RotateDialog({ id, alg, onClose }: DialogProps & { alg: SigningKey['alg'] }) {
  const { t } = useLingui()
  return (
    <ConfirmedCall
      title={t`Rotate the ${alg} signing key?`}
      action={t`Rotate`}
      isDangerous={false}
      send={() => call('signingKeyRotate', { params: { id }, query: { alg } })}
      changed={signingKeysQuery(id)}
      done={t`Published the next signing key`}
      onClose={onClose}
    >
      <Trans>
        The next key is published now and signs in seven minutes, when every cache has it. The current key is retired
        after its last token has expired. Users notice nothing.
      </Trans>
    </ConfirmedCall>
  )
}

function RetireDialog({ id, kid, onClose }: DialogProps & { kid: string }) {
  const { t } = useLingui()
  return (
    <ConfirmedCall
      title={t`Retire this key now?`}
      action={t`Retire`}
      send={() => call('signingKeyRetire', { params: { id, kid } })}
      changed={signingKeysQuery(id)}
      done={t`Retired the signing key`}
      onClose={onClose}
    >
      <Trans>
        For a key that might be compromised. Every node rejects its tokens within a second, so their users must sign in
        again. A published next key signs at once.
      </Trans>
    </ConfirmedCall>
  )
}
