import { html, render } from 'lit'
import type { Scheme } from '../../schema/look/scheme-colors.ts'
import { directionOf } from '../guest-itinerary/locale.ts'
import { LOCALES } from '../locales/index.ts'
import { contrastWarningItems } from './contrast-warnings.ts'
import { Form } from './form.ts'
import { LANGUAGE_NAMES } from './language-names.ts'
import { operatorMessage } from './operator-message.ts'
import { pinnedVersion } from './pinned-version.ts'
import { EVERY_SITE, RECIPES, recipeSteps } from './recipes.ts'
import { addressFor, type PinnedScript } from './snippet.ts'
import { previewsRendered, scrollToPart, showSample } from './stage.ts'
import { contrastWarnings, lookOf, propertiesOf, schemesOf, type ThemeSettings } from './theme-settings.ts'

/* The page for hotels: settings, a live preview, and the lines for the hotel's own page. */

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T

const languages = LOCALES.map(({ tag }) => html`<option value=${tag} lang=${tag}>${LANGUAGE_NAMES[tag]}</option>`)
render(languages, byId('lang'))
const sites = Object.entries(RECIPES).map(
  ([value, { name }]) =>
    html`<label><input type="radio" name="site" value=${value}><span class="chip">${name}</span></label>`,
)
render(sites, byId('sites'))
// Lit keeps what is there: lines for a page without scripts.
byId('snippet').replaceChildren()
for (const id of ['look', 'message']) byId(id).replaceChildren()
const form = new Form(byId<HTMLFormElement>('choice'), show)
let pinned: PinnedScript | undefined

if (matchMedia('(prefers-color-scheme: dark)').matches) byId<HTMLInputElement>('seen-dark').checked = true
for (const id of ['seen-scheme', 'site', 'script']) byId(id).addEventListener('change', show)
byId('page-address').addEventListener('input', show)
byId('moments').addEventListener('change', showMoment)
// Before the form hears it, a part that is left out is there for the last time. After it, what is added is there.
byId('choice').addEventListener('input', scrollToLeftOut, { capture: true })
byId('choice').addEventListener('input', scrollToShown)
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('.copy')
  if (button) copy(button)
})
const resizeObserver = new ResizeObserver(entries => {
  for (const { target } of entries) fitWidth(target as HTMLElement)
})
for (const screen of document.querySelectorAll<HTMLElement>('.screen')) {
  // The observer comes after the first layout.
  fitWidth(screen)
  resizeObserver.observe(screen)
}
// A phone does not show the desktop, so that it need not render a second stay.
const wide = matchMedia('(min-width: 48rem)')
wide.addEventListener('change', showMoment)
showMoment()
loadPinnedScript()

/** Shows the chosen moment in each frame. */
function showMoment(): void {
  const moment = byId('moments').querySelector<HTMLInputElement>(':checked')?.value ?? ''
  showSample(byId('phone'), moment)
  if (wide.matches) showSample(byId('desktop'), moment)
  show()
}

/** Scrolls the previews to a part that is left out. */
function scrollToLeftOut({ target }: Event): void {
  const { name, value, checked } = target as HTMLInputElement
  if (name === 'part' && !checked) scrollToPart(value)
}

/** Scrolls the previews to a part or a word that is shown. The words after the stay are seen after the stay. */
async function scrollToShown({ target }: Event): Promise<void> {
  const { name, value, checked, dataset } = target as HTMLInputElement
  const part = name === 'part' && checked ? value : name === 'word' ? dataset.part : undefined
  if (!part) return
  const after = byId('moments').querySelector<HTMLInputElement>('[value=after]')
  if (dataset.word === 'ended' && after && !after.checked) {
    after.checked = true
    showMoment()
  }
  await previewsRendered()
  scrollToPart(part)
}

function show(): void {
  const { settings } = form
  const scheme = previewScheme(settings)
  for (const preview of document.querySelectorAll<HTMLElement>('guest-itinerary'))
    applySettings(preview, settings, scheme)
  byId('stage').dataset.scheme = scheme
  // The phone is at the end of the lines, where it covers the least of the desktop behind it.
  byId('stage').dir = directionOf(settings.lang)
  const bothSchemes = schemesOf(settings).length > 1
  byId('seen-scheme').hidden = !bothSchemes
  const warnings = contrastWarningItems(contrastWarnings(settings), bothSchemes, warning => form.apply(warning))
  render(warnings, byId('contrast-warnings'))
  const site = byId('site').querySelector<HTMLInputElement>(':checked')?.value ?? ''
  const recipe = RECIPES[site] ?? EVERY_SITE
  const wantsPinned = byId<HTMLInputElement>('script-pinned').checked
  byId('script').hidden = site !== 'developer'
  byId('look-block').hidden = site === 'link'
  render(recipeSteps(recipe, addressFor(settings, location.origin)), byId('recipe'))
  render(recipe.code(settings, location.origin, wantsPinned ? pinned : undefined), byId('snippet'))
  render(JSON.stringify(lookOf(settings), undefined, 2), byId('look'))
  const page = byId<HTMLInputElement>('page-address')
  byId('page-address-field').hidden = recipe.hasPage === false
  page.ariaInvalid = String(page.value !== '' && !URL.canParse(page.value))
  render(operatorMessage(settings, recipe.hasPage === false ? undefined : page.value), byId('message'))
  for (const status of document.querySelectorAll('.copied')) status.textContent = ''
}

/** The chosen theme, or the scheme that is selected for the preview. */
function previewScheme(settings: ThemeSettings): Scheme {
  const [only, other] = schemesOf(settings)
  if (only && !other) return only
  return byId<HTMLInputElement>('seen-dark').checked ? 'dark' : 'light'
}

function applySettings(preview: HTMLElement, settings: ThemeSettings, scheme: Scheme): void {
  preview.setAttribute('theme', scheme)
  if (settings.lang) preview.setAttribute('lang', settings.lang)
  else preview.removeAttribute('lang')
  preview.setAttribute('without', settings.without.join(' '))
  preview.setAttribute('words', JSON.stringify(settings.words))
  const wanted = new Map(propertiesOf(settings))
  for (const name of [...preview.style]) if (!wanted.has(name)) preview.style.removeProperty(name)
  for (const [name, value] of wanted) preview.style.setProperty(name, value)
}

/** Scales down a screen that is wider than its container. */
function fitWidth(screen: HTMLElement): void {
  screen.style.setProperty('--scale', String(Math.min(1, screen.clientWidth / Number(screen.dataset.width))))
}

/** Copies the text that a button names, and says so in the status of that name. */
async function copy({ dataset: { code = '', done = 'Copied.' } }: HTMLElement): Promise<void> {
  const status = byId(`${code}-copied`)
  try {
    await navigator.clipboard.writeText(byId(code).textContent ?? '')
    status.textContent = done
  } catch {
    getSelection()?.selectAllChildren(byId(code))
    status.textContent = 'Your browser does not let this page copy. The text is selected: copy it yourself.'
  }
}

async function loadPinnedScript(): Promise<void> {
  try {
    pinned = (await (await fetch('/widget/latest.json')).json()) as PinnedScript
  } catch {
    return
  }
  render(pinnedVersion(pinned), byId('pinned'))
  byId('pinned').hidden = false
  byId<HTMLInputElement>('script-pinned').disabled = false
  show()
}
