/*
 * Colours as `#rrggbb`, and their contrast by WCAG 2, from 1 to 21.
 */

/** The minimum contrast of text, by WCAG 2.2 AA. */
export const MIN_CONTRAST = 4.5

/** Parses `#A84` or `a84d24` to `#aa8844`, `#a84d24`; undefined if it is not a colour. */
export function hexOf(text: string): string | undefined {
  const [, digits = ''] = /^\s*#?([\da-f]{3}|[\da-f]{6})\s*$/i.exec(text) ?? []
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return six ? `#${six.toLowerCase()}` : undefined
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colours: `share` (0 to 1) of the first. */
export function mix(one: string, share: number, other: string): string {
  const others = channels(other)
  return hex(channels(one).map((channel, at) => channel * share + (others[at] ?? 0) * (1 - share)))
}

/**
 * The nearest tone of the same hue that has the minimum contrast on `surface`. It is darker on light surfaces and lighter on
 * dark ones.
 */
export function readableTone(colour: string, surface: string, min = MIN_CONTRAST): string {
  const darker = contrast('#000000', surface) > contrast('#ffffff', surface)
  const { hue, saturation, lightness } = hslOf(colour)
  for (let step = 0; step <= 100; step++) {
    const tone = hexOfHsl(hue, saturation, Math.min(1, Math.max(0, lightness + (darker ? -step : step) / 100)))
    if (contrast(tone, surface) >= min) return tone
  }
  return darker ? '#000000' : '#ffffff'
}

function hslOf(colour: string): { hue: number; saturation: number; lightness: number } {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(part => part / 255)
  const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const [spread, lightness] = [max - min, (max + min) / 2]
  if (!spread) return { hue: 0, saturation: 0, lightness }
  const sector =
    max === red ? (green - blue) / spread : max === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return { hue: (sector * 60 + 360) % 360, saturation: spread / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function hexOfHsl(hue: number, saturation: number, lightness: number): string {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const part = (turn: number) => {
    const at = (turn + hue / 30) % 12
    return 255 * (lightness - amplitude * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  }
  return hex([part(0), part(8), part(4)])
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(part =>
    part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (colour: string) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

const hex = (parts: number[]) => `#${parts.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
