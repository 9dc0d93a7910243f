import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { PackageName } from '@thumbturn/contract/vocabulary/publication.ts'
import express from '@thumbturn/examples/node/sdk/express.ts?raw'
import nextRoute from '@thumbturn/examples/node/sdk/next-route.ts?raw'
import client from '@thumbturn/examples/node/sdk/thumbturn.ts?raw'
import backend from '@thumbturn/examples/shell/backend.sh?raw'
import elementsPage from '@thumbturn/examples/web/elements.html?raw'
import elements from '@thumbturn/examples/web/elements.ts?raw'
import getStarted from '@thumbturn/examples/web/get-started.ts?raw'
import react from '@thumbturn/examples/web/react.tsx?raw'
import type { Language } from '../../ui/highlight.ts'
import { extractRegion } from './fill.ts'

/** Code for one kind of website or backend. The samples are those of the documentation, which tests compile and run. */
export type Sample = {
  id: string
  title: string
  /** The packages that the code imports. */
  packages: readonly PackageName[]
  /** Named as files, or by what the code does. */
  files: readonly { name: string | MessageDescriptor; language: Language; code: string }[]
}

/** In the order of the tabs. */
export const samples: readonly Sample[] = [
  {
    id: 'javascript',
    title: 'JavaScript',
    packages: ['web'],
    files: [{ name: 'sign-in.js', language: 'typescript', code: getStarted }],
  },
  { id: 'react', title: 'React', packages: ['web'], files: [{ name: 'App.tsx', language: 'typescript', code: react }] },
  {
    id: 'html',
    title: 'HTML',
    packages: ['web'],
    files: [
      { name: 'index.html', language: 'typescript', code: elementsPage },
      { name: 'main.ts', language: 'typescript', code: elements },
    ],
  },
  {
    id: 'express',
    title: 'Express',
    packages: ['node'],
    files: [
      { name: 'thumbturn.ts', language: 'typescript', code: client },
      { name: 'app.ts', language: 'typescript', code: express },
    ],
  },
  {
    id: 'next',
    title: 'Next.js',
    packages: ['node'],
    files: [
      { name: 'thumbturn.ts', language: 'typescript', code: client },
      { name: 'app/api/me/route.ts', language: 'typescript', code: nextRoute },
    ],
  },
  {
    id: 'curl',
    title: 'curl',
    packages: [],
    files: [{ name: msg`Let a user add a passkey`, language: 'shell', code: extractRegion(backend, 'grant') }],
  },
]
