import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Card } from '../ui/Card.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Addresses } from './Addresses.tsx'
import { toMetadataAddress } from './Connection.tsx'
import type { Draft, NewClient } from './draft.ts'
import { HostedPageNotices } from './HostedPageNotices.tsx'
import { parseOrigin } from './match-program.ts'
import { ProgramSettings } from './ProgramSettings.tsx'
import { clientPath } from './queries.ts'

type Props = { id: string; created: NewClient; draft: Draft }

/** The values that the program needs, with the secret, which is shown only here. */
export function CreatedClient({ id, created, draft: { program, address } }: Props) {
  const { t } = useLingui()
  const { id: clientId, secret, issuer, notices } = created
  const values = { issuer, clientId, clientSecret: secret, origin: parseOrigin(address) ?? '' }
  const credentials: [string, string][] = [
    [t`Issuer`, issuer],
    [t`Metadata`, toMetadataAddress(issuer)],
    [t`Client ID`, clientId],
    ...(secret === undefined ? [] : ([[t`Client secret`, secret]] as [string, string][])),
  ]
  return (
    <>
      {secret !== undefined && (
        <Notice kind="warning" title={t`The client secret is shown only now`}>
          <Trans>Copy it or the settings below. If you lose it, add another secret to the client.</Trans>
        </Notice>
      )}
      <HostedPageNotices id={id} issuer={issuer} notices={notices} />
      <Card title={t`Credentials`}>
        <Addresses values={credentials} />
      </Card>
      {program && (
        <Card title={t`Settings for ${{ name: program.name }}`}>
          <ProgramSettings program={program} values={values} />
        </Card>
      )}
      <DialogActions>
        <Button component={Link} to={clientPath(id, clientId)}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
