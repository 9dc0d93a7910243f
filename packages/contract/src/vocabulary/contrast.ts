type Color = readonly [red: number, green: number, blue: number]

/** Parses #rrggbb into numbers from 0 to 255. */
export function parseColor(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function toLinear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** WCAG 2.2, "relative luminance". */
function measureLuminance(hex: string): number {
  const [red, green, blue] = parseColor(hex)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** WCAG 2.2, "contrast ratio", from 1 to 21; both colors as #rrggbb. */
export function measureContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [measureLuminance(one), measureLuminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The least contrast at which text can be read (WCAG 2.2 §1.4.3). */
export const leastContrast = 4.5
