import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; background: light-dark(#f2f5f4, #0c1311); color: light-dark(#13211e, #e8efec) }
a { color: light-dark(#0d5c52, #74cdb8) }
code { background: light-dark(#e9eeec, #131c1a); border-radius: 5px; padding: .1em .35em }
`

const page = (documentation: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Checkout agent</title>
<style>${style}</style>
<main>
<h1>Checkout agent</h1>
<p>An AI assistant prepares purchases here, and only its user's passkey can confirm them. Assistants connect by the Model Context Protocol
(MCP) at <code>/mcp</code>, after their user has signed in.</p>
<p>There is nothing to do on this page. <a href="${documentation}">The documentation</a> says how to connect an assistant.</p>
</main>
</html>
`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

/**
 * A page for users who open the agent's address in a browser. Programs don't accept HTML, and continue to the tools.
 */
export function welcome(documentation: string): RequestHandler {
  return (request, response, next) => {
    if (!request.headers.accept?.includes('text/html')) return next()
    response.set('Content-Security-Policy', policy).type('html').send(page(documentation))
  }
}
