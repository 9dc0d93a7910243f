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
  const { id: clientId, secret, issuer, notices } = created
  const values = { issuer, clientId, clientSecret: secret, origin: parseOrigin(address) ?? '' }
  const credentials: [string, string][] = [
    ['Issuer', issuer],
    ['Metadata', toMetadataAddress(issuer)],
    ['Client ID', clientId],
    ...(secret === undefined ? [] : ([['Client secret', secret]] as [string, string][])),
  ]
  return (
    <>
      {secret !== undefined && (
        <Notice kind="warning" title="The client secret is shown only now">
          Copy it or the settings below. If you lose it, add another secret to the client.
        </Notice>
      )}
      <HostedPageNotices id={id} issuer={issuer} notices={notices} />
      <Card title="Credentials">
        <Addresses values={credentials} />
      </Card>
      {program && (
        <Card title={`Settings for ${program.name}`}>
          <ProgramSettings program={program} values={values} />
        </Card>
      )}
      <DialogActions>
        <Button component={Link} to={clientPath(id, clientId)}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
