/* The language of the samples, and the buttons that copy them. */

const STORED_LANGUAGE = 'innlet-reference-language'

export function listenForSamples(): void {
  show(storedLanguage() ?? 'curl')
  document.addEventListener('click', event => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button')
    if (button?.dataset.language) choose(button, button.dataset.language)
    if (button?.matches('.copy')) void copy(button)
  })
}

/** Shows the samples of all operations in one language. The button stays where it is on the screen. */
function choose(button: HTMLButtonElement, language: string) {
  const before = button.getBoundingClientRect().top
  show(language)
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
  try {
    localStorage.setItem(STORED_LANGUAGE, language)
  } catch {
    // Without storage the choice holds for this page.
  }
}

function show(language: string) {
  document.documentElement.dataset.language = language
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-language]')) {
    if (button.matches('button')) button.ariaPressed = String(button.dataset.language === language)
  }
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORED_LANGUAGE)
  } catch {
    return null
  }
}

async function copy(button: HTMLButtonElement) {
  const code = button.parentElement?.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(code)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Not copied'
  }
  const label = button.ariaLabel ?? ''
  button.ariaLabel = label.replace(/^[^:]*/, button.textContent)
  setTimeout(() => {
    button.textContent = 'Copy'
    button.ariaLabel = label
  }, 2000)
}
