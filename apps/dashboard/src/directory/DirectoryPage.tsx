import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { formatCount } from '../ui/numbers.ts'
import { Page } from '../ui/Page.tsx'
import { Time } from '../ui/Time.tsx'
import { DirectoryGroups } from './DirectoryGroups.tsx'
import { DirectoryKeys } from './DirectoryKeys.tsx'
import { directoryQuery } from './queries.ts'

/** Members and groups that a directory provisions by SCIM. */
export function DirectoryPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Directory`}
      description={t`Okta, Microsoft Entra ID, or another directory creates, changes, and deactivates members over SCIM 2.0. Its groups determine their roles.`}
    >
      <Connection />
      <DirectoryKeys />
      <DirectoryGroups />
    </Page>
  )
}

function Connection() {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(directoryQuery)
  const { baseUrl, lastRequest, users } = data
  return (
    <Card
      title={t`Connection`}
      description={t`Enter these values in the directory. The username is ignored. The password or token is an API key.`}
    >
      <Facts>
        <Fact name={t`Base URL`}>
          <code>{baseUrl}</code>
          <CopyButton text={baseUrl} what={t`base URL`} />
        </Fact>
        <Fact name={t`Last request`}>
          {lastRequest ? (
            <span>
              <Trans>
                <Time at={lastRequest.at} />, with the key {{ key: lastRequest.keyName }}
              </Trans>
            </span>
          ) : (
            t`None yet`
          )}
        </Fact>
        <Fact name={t`Provisioned members`}>{formatCount(users)}</Fact>
      </Facts>
    </Card>
  )
}
