import express from '@thumbturn/examples/node/sdk/express.ts?raw'
import nextRoute from '@thumbturn/examples/node/sdk/next-route.ts?raw'
import client from '@thumbturn/examples/node/sdk/thumbturn.ts?raw'
import backend from '@thumbturn/examples/shell/backend.sh?raw'
import elementsPage from '@thumbturn/examples/web/elements.html?raw'
import elements from '@thumbturn/examples/web/elements.ts?raw'
import getStarted from '@thumbturn/examples/web/get-started.ts?raw'
import react from '@thumbturn/examples/web/react.tsx?raw'
import { extractRegion } from './fill.ts'

/** Code for one kind of website or backend. The samples are those of the documentation, which tests compile and run. */
export type Sample = { id: string; title: string; install?: string; files: readonly { name: string; code: string }[] }

/** In the order of the tabs. */
export const samples: readonly Sample[] = [
  {
    id: 'javascript',
    title: 'JavaScript',
    install: 'npm install @thumbturn/web',
    files: [{ name: 'sign-in.js', code: getStarted }],
  },
  { id: 'react', title: 'React', install: 'npm install @thumbturn/web', files: [{ name: 'App.tsx', code: react }] },
  {
    id: 'html',
    title: 'HTML',
    install: 'npm install @thumbturn/web',
    files: [
      { name: 'index.html', code: elementsPage },
      { name: 'main.ts', code: elements },
    ],
  },
  {
    id: 'express',
    title: 'Express',
    install: 'npm install @thumbturn/node',
    files: [
      { name: 'thumbturn.ts', code: client },
      { name: 'app.ts', code: express },
    ],
  },
  {
    id: 'next',
    title: 'Next.js',
    install: 'npm install @thumbturn/node',
    files: [
      { name: 'thumbturn.ts', code: client },
      { name: 'app/api/me/route.ts', code: nextRoute },
    ],
  },
  { id: 'curl', title: 'curl', files: [{ name: 'Let a user add a passkey', code: extractRegion(backend, 'grant') }] },
]
