/* The example and the language of the samples, and the buttons that copy them. */

const STORED_LANGUAGE = 'innlet-reference-language'

export function listenForSamples(): void {
  showLanguage(storedLanguage() ?? 'curl')
  document.addEventListener('click', event => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button')
    if (button?.dataset.language) keepInPlace(button, () => chooseLanguage(button.dataset.language as string))
    if (button?.dataset.example) keepInPlace(button, () => chooseExample(button))
    if (button?.matches('.copy')) void copy(button)
  })
}

/** Calls a function that changes what is shown. The button stays where it is on the screen. */
function keepInPlace(button: HTMLButtonElement, change: () => void) {
  const before = button.getBoundingClientRect().top
  change()
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** Shows the samples of all operations in one language. */
function chooseLanguage(language: string) {
  showLanguage(language)
  try {
    localStorage.setItem(STORED_LANGUAGE, language)
  } catch {
    // Without storage the choice holds for this page.
  }
}

function showLanguage(language: string) {
  document.documentElement.dataset.language = language
  press('button[data-language]', document, button => button.dataset.language === language)
}

/** Shows one example of an operation, and fills the form with its values. */
function chooseExample(button: HTMLButtonElement) {
  const all = button.closest('.samples')
  if (!all) return
  press('button[data-example]', all, each => each === button)
  for (const example of all.querySelectorAll<HTMLElement>('.example')) {
    const isChosen = example.dataset.name === button.dataset.example
    example.toggleAttribute('data-shown', isChosen)
    if (isChosen) fillForm(all.querySelector('form'), JSON.parse(example.dataset.values ?? '{}'))
  }
}

function press(selector: string, parent: ParentNode, isPressed: (button: HTMLButtonElement) => boolean) {
  for (const button of parent.querySelectorAll<HTMLButtonElement>(selector)) {
    button.ariaPressed = String(isPressed(button))
  }
}

interface FormValues {
  parameters: Record<string, string>
  body?: string
}

function fillForm(form: HTMLFormElement | null, { parameters, body }: FormValues) {
  const field = form?.querySelector<HTMLTextAreaElement>('[data-body]')
  if (field && body !== undefined) field.value = body
  for (const input of form?.querySelectorAll<HTMLInputElement>('[data-in]') ?? []) {
    input.value = parameters[input.name] ?? ''
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
