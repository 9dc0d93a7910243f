import Link from '@docusaurus/Link'
import { type ReactNode, useEffect, useState } from 'react'
import platform from '../../generated/platform.json'
import { Inline } from '../reference/Prose.tsx'
import { FactTable } from './Facts.tsx'

type State = Readonly<Record<string, boolean>> | 'unknown' | undefined

const verified: Readonly<Record<string, string>> = {
  browser: 'in Chromium',
  service: 'in the service, not in a browser',
}

/** Every capability of the platform, and whether the service that serves this page has turned it on. */
export function PlatformCapabilities(): ReactNode {
  const state = useServiceState()
  const rows = platform.map(({ name, title, guide, summary, standard, requires, otherwise, verifiedIn }) => ({
    key: name,
    cells: [
      <Link key="guide" to={guide}>
        {title}
      </Link>,
      <>
        {summary} (<a href={standard.url}>{standard.title}</a>)
      </>,
      <Inline key="requires" text={`${requires}; without it, ${otherwise}`} />,
      verified[verifiedIn],
      describeState(state, name),
    ],
  }))
  return <FactTable columns={['Capability', 'What it is', 'Requires', 'Tested', 'On this server']} rows={rows} />
}

function describeState(state: State, name: string): string {
  if (state === undefined) return '…'
  if (state === 'unknown') return 'unknown'
  return state[name] ? 'on' : 'off'
}

/** What `GET /version` says; unknown if the page comes from another host or the service doesn't say it. */
function useServiceState(): State {
  const [state, setState] = useState<State>()
  useEffect(() => {
    fetch('/fido2/v2/version')
      .then((response) => response.json() as Promise<{ capabilities?: Record<string, boolean> }>)
      .then(
        ({ capabilities }) => setState(capabilities ?? 'unknown'),
        () => setState('unknown'),
      )
  }, [])
  return state
}
