import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Color = readonly [number, number, number]

/** Linear RGB as seen with the three kinds of color blindness (Machado, Oliveira, and Fernandes 2009). */
const visions: Readonly<Record<string, readonly Color[]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** A difference in CIELAB that is seen at a glance; 2.3 is just noticeable. */
const leastDifference = 15
/** WCAG 1.4.11 for graphics. */
const leastContrast = 3

const linearize = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const multiply = (row: Color, color: Color) => row.reduce((sum, part, index) => sum + part * color[index]!, 0)
const clamp = (value: number) => Math.max(0, Math.min(1, value))
const findLuminance = (color: Color) => multiply([0.2126, 0.7152, 0.0722], color)

const files = [import.meta.resolve('@thumbturn/ui/palette.css'), new URL('../src/ui/tokens.css', import.meta.url)]
const modes = files.map((file) => readFileSync(new URL(file), 'utf8').split('[data-mantine-color-scheme="dark"]'))
const [light, dark] = [0, 1].map((part) => modes.map((mode) => mode[part]).join('\n'))

for (const [mode, tokens = ''] of Object.entries({ light, dark })) {
  const colors = [1, 2, 3, 4, 5, 6].map((index) => readToken(tokens, `--chart-${index}`))

  test(`every series of a chart stands out from the ${mode} surface`, () => {
    const surface = findLuminance(readToken(tokens, '--surface'))
    for (const color of colors) {
      const [brighter, darker] = [surface, findLuminance(color)].sort((a, b) => b - a)
      assert.ok((brighter! + 0.05) / (darker! + 0.05) >= leastContrast, String(color))
    }
  })

  for (const [vision, matrix] of Object.entries(visions)) {
    test(`series differ in ${mode} colors, seen with ${vision} color vision`, () => {
      const seen = colors.map((color) => toLab(matrix.map((row) => clamp(multiply(row, color))) as unknown as Color))
      for (const [index, one] of seen.entries()) {
        for (const [other, two] of seen.entries()) {
          if (other <= index) continue
          const difference = Math.hypot(...one.map((value, part) => value - two[part]!))
          assert.ok(difference >= leastDifference, `${index + 1} and ${other + 1}: ${difference.toFixed(1)}`)
        }
      }
    })
  }
}

/** The color of a token in linear RGB. */
function readToken(tokens: string, name: string): Color {
  const hex = new RegExp(`${name}: #([0-9a-f]{6});`).exec(tokens)?.[1]
  assert.ok(hex, name)
  return [0, 2, 4].map((at) => linearize(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Color
}

function toLab(color: Color): Color {
  const curve = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = curve(multiply([0.4124, 0.3576, 0.1805], color) / 0.95047)
  const y = curve(findLuminance(color))
  const z = curve(multiply([0.0193, 0.1192, 0.9505], color) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
