import { leastContrast, measureContrast, parseColor } from '@thumbturn/contract/vocabulary/contrast.ts'

const format = (parts: readonly number[]) =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** A mix of two colors, each as #rrggbb; `share` of the first. */
export function mix(one: string, other: string, share: number): string {
  const second = parseColor(other)
  return format(parseColor(one).map((part, index) => part * share + second[index]! * (1 - share)))
}

/** The color, lightened until text in it can be read on the background. */
export function lighten(hex: string, background: string): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const lighter = mix(hex, '#ffffff', share)
    if (measureContrast(lighter, background) >= leastContrast) return lighter
  }
  return '#ffffff'
}
