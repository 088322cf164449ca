import { render } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { sampleAt } from './moments.ts'

/* The previews: the sample stay on a phone and on a desktop, at a moment of it. */

const previews = () => document.querySelectorAll<HTMLElement & { updateComplete?: Promise<unknown> }>('guest-itinerary')

/** Shows the chosen moment in a frame. Another moment is another element: one that has data keeps them. */
export function showSample(frame: HTMLElement, moment: string): void {
  render(keyed(moment, sampleAt(moment)), frame)
}

/** Scrolls each preview to a part of the stay, so that people see what they switch. */
export function scrollToPart(part: string): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  for (const preview of previews()) {
    const [screen, found] = [preview.closest('.screen'), preview.shadowRoot?.querySelector(`[part~="${part}"]`)]
    if (!screen || !found) continue
    const distance = found.getBoundingClientRect().top - screen.getBoundingClientRect().top
    // A little of what is above stays visible, to see where the part is.
    const top = screen.scrollTop + distance - screen.clientHeight / 4
    screen.scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' })
  }
}

/** Waits until the previews have rendered their attributes. */
export const previewsRendered = () => Promise.all([...previews()].map(({ updateComplete }) => updateComplete))
