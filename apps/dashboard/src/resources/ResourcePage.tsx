import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { DocsLink } from '../common/docs/DocsLink.tsx'
import { useHasRole } from '../session/session.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Card } from '../ui/Card.tsx'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { SaveBar } from '../ui/SaveBar.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useLeave } from '../ui/use-leave.ts'
import { clientsQuery, type Resource, resourcesPath, resourcesQuery, useResource } from './queries.ts'
import { ResourceClients } from './ResourceClients.tsx'
import { ResourceFields } from './ResourceFields.tsx'
import styles from './Resources.module.css'
import { createServerCode } from './server-code.ts'
import { useResourceEdit } from './use-resource-edit.ts'

/** One API: what its server needs, which programs can ask for access, and its permissions. */
export function ResourcePage() {
  const { applicationId = '' } = useParams()
  const uri = useSearchParams()[0].get('uri') ?? ''
  return (
    <Boundary placeholder={<PagePlaceholder isWhole />}>
      <Content key={uri} id={applicationId} uri={uri} />
    </Boundary>
  )
}

function Content({ id, uri }: { id: string; uri: string }) {
  const { t } = useLingui()
  const resource = useResource(id, uri)
  const canChange = useHasRole('developer', id)
  const edit = useResourceEdit(id, resource)
  return (
    <ApplicationPage
      title={resource.name}
      description={<code>{uri}</code>}
      id={id}
      section={{ title: t`Protected APIs`, to: resourcesPath(id) }}
      actions={canChange && <DeleteButton id={id} resource={resource} />}
    >
      <Connection id={id} resource={resource} />
      <ResourceClients id={id} resource={resource} canChange={canChange} />
      {!canChange && (
        <Notice kind="info">
          <Trans>A developer or an owner can change this API.</Trans>
        </Notice>
      )}
      <Card title={t`Access`} description={t`What programs can ask for, and who can allow it.`}>
        <div className={styles.fields}>
          <ResourceFields id={id} draft={edit.draft} change={edit.change} disabled={!canChange} />
        </div>
      </Card>
      <SaveBar edit={edit} />
    </ApplicationPage>
  )
}

/** The values and the code by which the server of the API accepts its tokens. */
function Connection({ id, resource }: { id: string; resource: Resource }) {
  const { t } = useLingui()
  const { issuer } = useSuspenseQuery(clientsQuery(id)).data
  const values = [
    [t`Issuer`, issuer],
    [t`Audience`, resource.uri],
  ] as const
  return (
    <Card
      title={t({ message: 'Connection', context: 'of a program' })}
      description={
        <>
          <Trans>The server of the API accepts only tokens with this issuer and audience.</Trans>{' '}
          <DocsLink page="/openid-provider/mcp/" about={t`Protect an MCP server`} />
        </>
      }
    >
      <div className={styles.connection}>
        <dl className={styles.values}>
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} what={name} />
              </dd>
            </div>
          ))}
        </dl>
        <CodeBlock
          title="Node.js"
          what={t({ message: 'code', context: 'source code' })}
          code={createServerCode(issuer, resource)}
          language="typescript"
        />
      </div>
    </Card>
  )
}

function DeleteButton({ id, resource: { uri, name } }: { id: string; resource: Resource }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const leave = useLeave()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('resourceDelete', { params: { id }, query: { uri } }),
    onSuccess: async () => {
      showSuccess(t({ message: `Deleted ${name}`, context: 'API' }))
      await leave(resourcesPath(id))
      await queries.invalidateQueries(resourcesQuery(id))
      await queries.invalidateQueries(clientsQuery(id))
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        <Trans>Delete</Trans>
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t`Delete ${name}?`}
          action={t`Delete API`}
          isPending={isPending}
          onConfirm={mutate}
          onClose={() => setIsOpen(false)}
        >
          <Trans>
            Programs get no more tokens for it, and it’s removed from the OpenID clients that list it. Tokens that they
            have work until they expire.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}
