/*
 * Contrast by WCAG 2, from the colours that the browser computes.
 */

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

type Colour = [red: number, green: number, blue: number, alpha: number]

/** Every text under `root` whose contrast to its background is below `min`. */
export function lowContrastTexts(root: HTMLElement, min = 4.5): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    if (!textContent?.trim() || !parentElement?.checkVisibility()) continue
    const ratio = contrast(colour(getComputedStyle(parentElement).color), backgroundOf(parentElement))
    if (ratio < min) found.push(`${textContent.trim()}: ${ratio.toFixed(2)}`)
  }
  return found
}

function backgroundOf(element: Element): Colour {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const background = colour(getComputedStyle(each).backgroundColor)
    if (background[3] === 255) return background
  }
  throw new Error('This text has no opaque background.')
}

const colours = new Map<string, Colour>()

/** Converts any CSS colour to RGBA. Drawing takes most of the time, and a page has few colours. */
function colour(css: string): Colour {
  const known = colours.get(css) ?? drawn(css)
  colours.set(css, known)
  return known
}

function drawn(css: string): Colour {
  if (!canvas) throw new Error('The browser has no 2D canvas.')
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = css
  canvas.fillRect(0, 0, 1, 1)
  return [...canvas.getImageData(0, 0, 1, 1).data] as Colour
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
