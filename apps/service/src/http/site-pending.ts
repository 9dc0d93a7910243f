import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const reloadSeconds = 5

/** The palette and the mark of the website, which isn't there to load them from. */
const style = `
:root { color-scheme: light dark; --paper: #f2f5f4; --surface: #fff; --ink: #13211e; --muted: #53645f; --line: #dbe3e0;
  --verdigris: #10655a; --on-verdigris: #fff; --ring: #8a6414; --knob: #b8872b }
@media (prefers-color-scheme: dark) { :root { --paper: #0c1311; --surface: #131c1a; --ink: #e8efec; --muted: #9fb1ab;
  --line: #26332f; --verdigris: #74cdb8; --on-verdigris: #0c1311; --ring: #dcb25a; --knob: #dcb25a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper);
  color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
main { max-width: 30rem; padding: 40px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px }
svg { width: 40px; height: 40px; display: block }
circle { fill: none; stroke: var(--ring); stroke-width: 2.5 }
rect { fill: var(--knob); transform-origin: center; animation: turn 3s ease-in-out infinite }
@keyframes turn { 50%, 100% { transform: rotate(180deg) } }
@media (prefers-reduced-motion) { rect { animation: none } }
h1 { margin: 24px 0 8px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance }
p { margin: 0 0 12px; color: var(--muted); text-wrap: pretty }
code { font: 14px ui-monospace, monospace; color: var(--ink) }
nav { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 28px }
a { padding: 9px 16px; border: 1px solid var(--line); border-radius: 8px; color: var(--ink); font-weight: 600;
  text-decoration: none }
a:first-child { background: var(--verdigris); border-color: var(--verdigris); color: var(--on-verdigris) }
a:hover { border-color: var(--verdigris) }
a:focus-visible { outline: 2px solid var(--knob); outline-offset: 2px }
@media (max-width: 480px) { main { padding: 28px 24px } a { flex: 1 1 100%; text-align: center } }
`

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Pages that the service has while the website is being built. */
export type OtherPages = { hasDemo: boolean; hasDashboard: boolean }

/** The response to a browser that asks for a page of the website before it is built: it asks again until it is. */
export function sendPendingPage(reply: FastifyReply, { hasDemo, hasDashboard }: OtherPages): FastifyReply {
  const links = [
    ...(hasDemo ? ['<a href="/demo/">Try the demo</a>'] : []),
    ...(hasDashboard ? ['<a href="/dashboard">Open the dashboard</a>'] : []),
  ]
  return reply
    .code(503)
    .headers({ 'content-security-policy': policy, 'retry-after': reloadSeconds })
    .type('text/html; charset=utf-8')
    .send(createPage(links.length === 0 ? '' : `<nav>${links.join('')}</nav>`))
}

const createPage = (links: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>Documentation is being built · Thumbturn</title>
<style>${style}</style>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="13.5"/><rect x="5.5" y="12" width="21" height="8" rx="4"/></svg>
<h1>The documentation isn’t ready yet</h1>
<p><code>npm start</code> builds it while Thumbturn runs. The first build takes a few minutes, and this page opens it when it’s ready.</p>
${links}
</main>
</html>
`
