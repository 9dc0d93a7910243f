import { useSuspenseQuery } from '@tanstack/react-query'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Page } from '../ui/Page.tsx'
import { Time } from '../ui/Time.tsx'
import { DirectoryGroups } from './DirectoryGroups.tsx'
import { DirectoryKeys } from './DirectoryKeys.tsx'
import { directoryQuery } from './queries.ts'

/** Members and groups that a directory provisions by SCIM. */
export function DirectoryPage() {
  return (
    <Page
      title="Directory"
      description="Okta, Microsoft Entra ID, or another directory creates, changes, and deactivates members over SCIM 2.0. Its groups determine their roles."
    >
      <Connection />
      <DirectoryKeys />
      <DirectoryGroups />
    </Page>
  )
}

function Connection() {
  const { data } = useSuspenseQuery(directoryQuery)
  const { baseUrl, lastRequest, users } = data
  return (
    <Card
      title="Connection"
      description="Enter these values in the directory. The username is ignored. The password or token is an API key."
    >
      <Facts>
        <Fact name="Base URL">
          <code>{baseUrl}</code>
          <CopyButton text={baseUrl} what="base URL" />
        </Fact>
        <Fact name="Last request">
          {lastRequest ? (
            <span>
              <Time at={lastRequest.at} />, with the key {lastRequest.keyName}
            </span>
          ) : (
            'None yet'
          )}
        </Fact>
        <Fact name="Provisioned members">{users}</Fact>
      </Facts>
    </Card>
  )
}
