/**
 * Style sheet of the components. Colors are variables of the page with defaults for light and dark, following the
 * page's `color-scheme`. Every part can be styled by ::part().
 */
const styles = `
:host {
  --accent: var(--thumbturn-accent, light-dark(#10655a, #74cdb8));
  --on-accent: var(--thumbturn-on-accent, light-dark(#ffffff, #0c1311));
  --surface: var(--thumbturn-surface, light-dark(#ffffff, #131c1a));
  --text: var(--thumbturn-text, light-dark(#13211e, #e8efec));
  --muted: var(--thumbturn-muted, light-dark(#53645f, #9fb1ab));
  --border: var(--thumbturn-border, light-dark(#d9e1de, #2b3935));
  --field: var(--thumbturn-field-border, light-dark(#7d8d88, #5f706a));
  --danger: var(--thumbturn-danger, light-dark(#a63420, #f29382));
  --radius: var(--thumbturn-radius, 12px);
  display: block;
  max-width: var(--thumbturn-width, 26rem);
  color: var(--text);
  font: 400 1rem/1.5 var(--thumbturn-font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif);
  text-align: start;
}
:host([hidden]) { display: none }
*, *::before, *::after { box-sizing: border-box }
.card {
  padding: clamp(1.25rem, 5vw, 2rem);
  border: 1px solid var(--border);
  border-radius: calc(var(--radius) * 1.5);
  background: var(--surface);
}
h2 { margin: 0 0 1.25rem; font-size: 1.375rem; line-height: 1.25; font-weight: 650; letter-spacing: -.012em; text-wrap: balance }
h2:focus { outline: none }
p { margin: 0; text-wrap: pretty; overflow-wrap: anywhere }
form, .stack { display: grid; gap: .875rem }
label { display: block; margin-bottom: .375rem; font-size: .875rem; font-weight: 550 }
input {
  width: 100%;
  min-height: 2.875rem;
  padding: .5rem .875rem;
  border: 1px solid var(--field);
  border-radius: var(--radius);
  background: transparent;
  color: inherit;
  font: inherit;
}
input.code { font-variant-numeric: tabular-nums; letter-spacing: .18em }
button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: .625rem;
  min-height: 2.875rem;
  padding: .5rem 1.125rem;
  border: 1px solid var(--field);
  border-radius: var(--radius);
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 550;
  cursor: pointer;
}
input[aria-invalid=true] { border-color: var(--danger) }
button:hover { border-color: var(--text) }
button.primary { border-color: transparent; background: var(--accent); color: var(--on-accent) }
button.primary:hover { background: color-mix(in oklab, var(--accent) 88%, var(--text)) }
button.link { min-height: 2.75rem; padding: .25rem .5rem; border: 0; color: var(--accent) }
.foot { display: grid; justify-items: center; margin: .5rem 0 -.75rem }
button.link:hover { text-decoration: underline; text-underline-offset: .2em }
button.danger { border-color: transparent; background: var(--danger); color: var(--surface) }
button.small { min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; border-color: var(--border) }
button.small:is(.primary, .danger) { border-color: transparent }
button[aria-disabled=true] { cursor: progress; opacity: .6 }
:is(button, input):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
svg { flex: none; width: 1.375rem; height: 1.375rem; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round }
.muted { color: var(--muted) }
.say { margin-top: .875rem; font-size: .9375rem; color: var(--muted) }
.say:empty { position: absolute; margin: 0 }
.stack > .say { margin: 0 }
.say.bad { color: var(--danger) }
ul { display: grid; margin: 0 0 1.25rem; padding: 0; list-style: none }
li { padding: 1rem 0; border-top: 1px solid var(--border) }
li:first-child { padding-top: 0; border-top: 0 }
li:last-child { border-bottom: 1px solid var(--border) }
.name { font-weight: 600; overflow-wrap: anywhere }
.facts { margin-top: .125rem; font-size: .875rem; color: var(--muted) }
.row { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem }
.badge {
  display: inline-block;
  margin-inline-start: .5rem;
  padding: .0625rem .5rem;
  border-radius: 99px;
  background: color-mix(in oklab, var(--accent) 14%, var(--surface));
  color: var(--accent);
  font-size: .75rem;
  font-weight: 600;
  vertical-align: .1em;
  white-space: nowrap;
}
.primary.wide, .wide { width: 100% }
@media (forced-colors: active) { button { border-color: ButtonText } }
`

let sheet: CSSStyleSheet | undefined

/** One style sheet for all components; constructed by script, so a page's style-src needs no exception. */
export function getStyleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  return sheet
}
