import Link from '@docusaurus/Link'
import { type ReactNode, useState } from 'react'
import platform from '../../generated/platform.json'
import { Inline } from '../reference/Prose.tsx'
import { FactTable } from './Facts.tsx'

type Capabilities = Readonly<Record<string, boolean>>
/** Of the column about the server: not asked yet, asked, not told, or what it told. */
type State = 'idle' | 'asking' | 'unknown' | Capabilities

const verified: Readonly<Record<string, string>> = {
  browser: 'in Chromium',
  service: 'in the service, not in a browser',
}

/** Every capability of the platform, and whether the service that serves this page has it on, once the reader asks. */
export function PlatformCapabilities(): ReactNode {
  const [state, setState] = useState<State>('idle')
  const ask = async () => {
    setState('asking')
    setState(await readCapabilities())
  }
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
  const columns = ['Capability', 'What it is', 'Requires', 'Tested', ...(state === 'idle' ? [] : ['On this server'])]
  return (
    <>
      <FactTable columns={columns} rows={rows} />
      <p className="ask-server">
        <button type="button" disabled={state === 'asking'} onClick={() => void ask()}>
          Show what’s on at this server
        </button>
      </p>
      <p role="status">{state === 'unknown' && 'No Thumbturn service responded at the address of this page.'}</p>
    </>
  )
}

function describeState(state: State, name: string): string {
  if (typeof state === 'string') return state === 'unknown' ? 'unknown' : '…'
  return state[name] ? 'on' : 'off'
}

/** The response of `GET /version`; unknown if the page comes from another host or the service doesn't say it. */
async function readCapabilities(): Promise<Capabilities | 'unknown'> {
  try {
    const response = await fetch('/fido2/v2/version')
    const { capabilities } = (await response.json()) as { capabilities?: Capabilities }
    return capabilities ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
