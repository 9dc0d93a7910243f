import type { ErrorFields } from '../wire-format.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

const headers = {
  // Nothing but text: no script, no style, no image, and no frame around it.
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * The page for an error that can't be sent to the client: the client or its redirect URI is unknown, and sending the browser there
 * would make an open redirector of the endpoint (RFC 9700 §4.11).
 */
export const createProblemPage = ({ message, status }: ErrorFields) => ({
  headers,
  text: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign-in can't continue</title>
<h1>Sign-in can't continue</h1>
<p>${status < 500 ? 'The program that sent you here must be set up differently. Its operator needs to know:' : 'Try again in a moment.'}</p>
<p><code>${escapeHtml(message)}</code></p>
</html>
`,
})
