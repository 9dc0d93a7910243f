import { RouteContextProvider } from '@docusaurus/core/lib/client/routeContext'
import ErrorBoundary from '@docusaurus/ErrorBoundary'
import Head from '@docusaurus/Head'
import ErrorPageContent from '@theme/ErrorPageContent'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'

type Props = { error: Error; tryAgain: () => void }

/**
 * The last fallback, when even the frame of a page crashed: the same words as where its content did, in the frame if
 * that works.
 */
export default function ErrorPage({ error, tryAgain }: Props): ReactNode {
  return (
    // The frame wants to know which plugin a page is of; this one is of none.
    <RouteContextProvider value={{ plugin: { name: 'error-page', id: 'default' } }}>
      <ErrorBoundary fallback={() => <Bare error={error} tryAgain={tryAgain} />}>
        <Head>
          <title>Page Error</title>
        </Head>
        <Layout>
          <ErrorPageContent error={error} tryAgain={tryAgain} />
        </Layout>
      </ErrorBoundary>
    </RouteContextProvider>
  )
}

/** Uses nothing that could throw. */
function Bare({ error, tryAgain }: Props) {
  return (
    <main className="bare-error">
      <title>Page Error</title>
      <h1>This page crashed.</h1>
      <button type="button" onClick={tryAgain}>
        Try again
      </button>
      <p>{messages(error).join('\n\nCause:\n')}</p>
    </main>
  )
}

function messages(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [error.message, ...messages(error.cause)]
}
