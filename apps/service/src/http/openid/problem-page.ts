import type { ErrorFields } from '../wire-format.ts'
import { createTextPage, escapeHtml, textPolicy } from './html.ts'

const explain = (status: number) =>
  status < 500 && status !== 429
    ? 'The site or program that sent you here must be set up differently. Its operator needs to know:'
    : 'Try again in a moment.'

/**
 * The page for an error that can't be sent to the client: the client or its redirect URI is unknown, and sending the browser there
 * would make an open redirector of the endpoint (RFC 9700 §4.11).
 */
export const createProblemPage = ({ message, status }: ErrorFields) => ({
  headers: { 'content-security-policy': textPolicy },
  text: createTextPage({
    language: 'en',
    title: 'You can’t continue here',
    body: `<p>${explain(status)}</p>\n<code>${escapeHtml(message)}</code>`,
  }),
})
