import type { ReactNode } from 'react'

const hosts: [host: string, x: number, inside: boolean][] = [
  ['example.com', 40, true],
  ['shop.example.com', 200, true],
  ['accounts.example.com', 380, true],
  ['example.net', 640, false],
]

/** A domain as a fence: hosts inside share its passkeys, those outside see none. */
export function RpIdDiagram(): ReactNode {
  return (
    <figure className="sequence">
      <svg viewBox="0 0 800 190" aria-hidden="true">
        <rect className="note" x="16" y="28" width="570" height="140" rx="16" />
        <text className="noted" x="36" y="56">
          RP ID example.com
        </text>
        {hosts.map(([host, x, inside]) => (
          <g key={host}>
            <rect className="actor" x={x} y="84" width={host.length * 8 + 24} height="40" rx="8" />
            <text className="label" x={x + host.length * 4 + 12} y="109" textAnchor="middle">
              {host}
            </text>
            <text className="label" x={x + host.length * 4 + 12} y="148" textAnchor="middle">
              {inside ? 'passkeys work' : 'passkeys don’t work'}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="visually-hidden">
        Passkeys with the RP ID example.com work on example.com, shop.example.com, and accounts.example.com, but not on
        example.net.
      </figcaption>
    </figure>
  )
}
