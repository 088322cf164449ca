import { showContrastWarnings } from './contrast-warnings.ts'
import { Form } from './form.ts'
import type { Latest } from './latest.ts'
import { updateSampleDates } from './sample.ts'
import { snippetOf } from './snippet.ts'
import { contrastWarnings, propertiesOf, type Scheme, schemesOf, type ThemeSettings } from './theme-settings.ts'

/* The page on which a hotel chooses how its itinerary looks, sees it at once, and takes the lines for its own page. */

const part = <T extends HTMLElement>(id: string) => document.getElementById(id) as T

const previews = [...document.querySelectorAll<HTMLElement>('guest-itinerary')]
const form = new Form(part<HTMLFormElement>('choice'), show)
let latest: Latest | undefined

updateSampleDates()
if (matchMedia('(prefers-color-scheme: dark)').matches) part<HTMLInputElement>('device-dark').checked = true
for (const id of ['device', 'script']) part(id).addEventListener('change', show)
part('copy').addEventListener('click', copy)
const fitting = new ResizeObserver(entries => entries.forEach(fit))
for (const screen of document.querySelectorAll('.screen')) fitting.observe(screen)
show()
learnLatest()

function show(): void {
  const { choice } = form
  const scheme = schemeSeen(choice)
  for (const preview of previews) dress(preview, choice, scheme)
  part('stage').dataset.scheme = scheme
  // The phone stands where a line ends: so it hides the least of what is behind it.
  part('stage').dir = /^(ar|he)/.test(choice.lang) ? 'rtl' : 'ltr'
  part('device').hidden = choice.theme !== 'auto'
  showContrastWarnings(part('doubts'), contrastWarnings(choice), choice.theme === 'auto', doubt => form.take(doubt))
  const wantsPinned = part<HTMLInputElement>('script-pinned').checked
  part('snippet').textContent = snippetOf(choice, location.origin, wantsPinned ? latest : undefined)
  part('copied').textContent = ''
}

/** The theme that was chosen, or that of the guest whom the hotel imagines. */
function schemeSeen(choice: ThemeSettings): Scheme {
  const [only, other] = schemesOf(choice)
  if (only && !other) return only
  return part<HTMLInputElement>('device-dark').checked ? 'dark' : 'light'
}

function dress(preview: HTMLElement, choice: ThemeSettings, scheme: Scheme): void {
  preview.setAttribute('theme', scheme)
  if (choice.lang) preview.setAttribute('lang', choice.lang)
  else preview.removeAttribute('lang')
  const wanted = new Map(propertiesOf(choice))
  for (const name of [...preview.style]) if (!wanted.has(name)) preview.style.removeProperty(name)
  for (const [name, value] of wanted) preview.style.setProperty(name, value)
}

/** A screen that is wider than its place is seen from farther away. */
function fit({ target, contentRect }: ResizeObserverEntry): void {
  const screen = target as HTMLElement
  screen.style.setProperty('--scale', String(Math.min(1, contentRect.width / Number(screen.dataset.width))))
}

async function copy(): Promise<void> {
  const text = part('snippet').textContent ?? ''
  try {
    await navigator.clipboard.writeText(text)
    part('copied').textContent = 'Copied. Paste it where the stay shall stand.'
  } catch {
    getSelection()?.selectAllChildren(part('snippet'))
    part('copied').textContent = 'Your browser does not let this page copy. The lines are selected: copy them yourself.'
  }
}

async function learnLatest(): Promise<void> {
  try {
    latest = (await (await fetch('/widget/latest.json')).json()) as Latest
  } catch {
    return
  }
  part('version').textContent = latest.version
  part('pinned-address').textContent = `${location.origin}${latest.script}`
  part('integrity').textContent = latest.integrity
  part('pinned').hidden = false
  part<HTMLInputElement>('script-pinned').disabled = false
  show()
}
