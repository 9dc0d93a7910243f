import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** The properties that a picture takes over from the styles of the page. */
const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
  'dominant-baseline',
]

const margin = 24
const headHeight = 40
const scale = 2
const namespace = 'http://www.w3.org/2000/svg'

/** A chart as a PNG picture in the colors of the page, with its title above. */
export async function drawPng(chart: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = chart.getBoundingClientRect()
  const size = { width: width + 2 * margin, height: height + 2 * margin + headHeight }
  const source = new XMLSerializer().serializeToString(compose(chart, { title, ...size }))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size.width * scale
  canvas.height = size.height * scale
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(i18n._(msg`The picture can’t be drawn`)))),
      'image/png',
    ),
  )
}

type Frame = { title: string; width: number; height: number }

function compose(chart: SVGSVGElement, { title, width, height }: Frame): SVGElement {
  const styles = getComputedStyle(chart)
  const copy = copyStyled(chart)
  copy.setAttribute('x', String(margin))
  copy.setAttribute('y', String(margin + headHeight))
  const picture = create('svg', { width, height, viewBox: `0 0 ${width} ${height}` })
  const heading = create('text', { x: margin, y: margin + 14, fill: styles.color, 'font-size': 16, 'font-weight': 600 })
  heading.setAttribute('font-family', styles.fontFamily)
  heading.textContent = title
  picture.append(create('rect', { width, height, fill: readToken('--surface') }), heading, copy)
  return picture
}

/** Pictures have no style sheet, so each element gets its styles as attributes. */
function copyStyled(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, element] of [chart, ...chart.querySelectorAll('*')].entries()) {
    const styles = getComputedStyle(element)
    for (const property of properties) copies[index]!.setAttribute(property, styles.getPropertyValue(property))
    copies[index]!.removeAttribute('class')
  }
  for (const hidden of copy.querySelectorAll('[data-interactive]')) hidden.remove()
  return copy
}

function create(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(namespace, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}

const readToken = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
