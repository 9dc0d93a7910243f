type Attributes = Record<string, string | boolean | undefined | ((event: Event) => void)>

/**
 * Creates an element with attributes (`true` for attributes without a value), listeners (`onclick` …), and children.
 * Text is never parsed as HTML.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string | false | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

const namespace = 'http://www.w3.org/2000/svg'

/** The passkey symbol, a person and a key, drawn for this project in a 24×24 box. */
const strokes = [
  'M8.5 11.25a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5Z',
  'M2 20c0-3.6 2.9-5.75 6.5-5.75 1.9 0 3.6.6 4.8 1.7',
  'M17.75 12.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5Z',
  'M17.75 12.25V21m0-1.25h2.75m-2.75-3.25h2',
]

/** The passkey symbol, hidden from screen readers. */
export function passkeyIcon(): SVGSVGElement {
  const svg = document.createElementNS(namespace, 'svg')
  const looks = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries(looks)) svg.setAttribute(name, value)
  for (const stroke of strokes) {
    const path = document.createElementNS(namespace, 'path')
    path.setAttribute('d', stroke)
    svg.append(path)
  }
  return svg
}
