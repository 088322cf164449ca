/*
 * Contrast as WCAG 2 reckons it, from what the browser has painted with.
 */

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

type Colour = [red: number, green: number, blue: number, alpha: number]

/** Every text under `root` whose contrast to what is behind it is below `least`. */
export function faintTexts(root: HTMLElement, least = 4.5): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const faint: string[] = []
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    if (!textContent?.trim() || !parentElement?.checkVisibility()) continue
    const ratio = contrast(colour(getComputedStyle(parentElement).color), behind(parentElement))
    if (ratio < least) faint.push(`${textContent.trim()}: ${ratio.toFixed(2)}`)
  }
  return faint
}

function behind(element: Element): Colour {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const background = colour(getComputedStyle(each).backgroundColor)
    if (background[3] === 255) return background
  }
  throw new Error('There is nothing behind this text.')
}

/** Any colour that CSS can write, as the screen shows it. */
function colour(css: string): Colour {
  if (!canvas) throw new Error('There is no canvas here.')
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
