import { caddy, nginx } from 'virtual:proxy-settings'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tabs, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../ui/Card.tsx'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { GuideLink } from './GuideLink.tsx'
import { fillProxySettings, isPlace, usualPlaces } from './proxy-settings.ts'
import type { Site } from './queries.ts'
import styles from './Sites.module.css'

const proxies = [
  { id: 'nginx', program: 'nginx', file: '/etc/nginx/conf.d/{host}.conf', text: nginx },
  { id: 'caddy', program: 'Caddy', file: 'Caddyfile', text: caddy },
] as const

/** The settings by which a proxy asks about each request, to copy. */
export function ProxySettings({ id, site: { host, forwardAuth } }: { id: string; site: Site }) {
  const { t } = useLingui()
  const [program, setProgram] = useState<string>(usualPlaces.program)
  const [service, setService] = useState<string>(usualPlaces.service)
  const places = {
    host,
    applicationId: id,
    program: isPlace(program) ? program : usualPlaces.program,
    service: isPlace(service) ? service : usualPlaces.service,
  }
  return (
    <Card
      title={t`Settings for the proxy`}
      description={t`The proxy asks Thumbturn about each request. Only the proxy must be able to reach the program.`}
    >
      <div className={styles.proxy}>
        <div className={styles.chooser}>
          <Place label={t`The proxy reaches the program at`} value={program} onChange={setProgram} />
          <Place label={t`The proxy reaches Thumbturn at`} value={service} onChange={setService} />
        </div>
        <Tabs defaultValue="nginx" keepMounted={false}>
          <Tabs.List>
            {proxies.map(({ id: proxy, program: name }) => (
              <Tabs.Tab key={proxy} value={proxy}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {proxies.map(({ id: proxy, file, text }) => (
            <Tabs.Panel key={proxy} value={proxy} className={styles.panel}>
              <CodeBlock
                title={file.replace('{host}', host.replace(':', '-'))}
                what={t`settings`}
                code={fillProxySettings(text, places)}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
        <CheckAddress address={`${forwardAuth}/check`} />
      </div>
    </Card>
  )
}

type PlaceProps = { label: string; value: string; onChange: (value: string) => void }

function Place({ label, value, onChange }: PlaceProps) {
  const { t } = useLingui()
  return (
    <TextInput
      label={label}
      value={value}
      error={isPlace(value) ? undefined : t`Enter a host and port, such as 127.0.0.1:8080`}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** For proxies that the page has no settings for. */
function CheckAddress({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <div className={styles.check}>
      <p>
        <Trans>Other proxies, such as Traefik, HAProxy, and Apache, ask this address:</Trans>
      </p>
      <p className={styles.address}>
        <code>{address}</code>
        <CopyButton text={address} what={t`address`} />
      </p>
      <GuideLink />
    </div>
  )
}
