import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { resolveLanguage } from './language.ts'
import type { OwnWords, Translator } from './translator.ts'

/** What the language depends on. */
interface LanguageOptions {
  /** BCP 47 tags, best first */
  wanted: readonly string[]
  own: OwnWords
}

/**
 * Loads the words of the guest's language, when the element is added to a page and whenever what the language depends on has
 * changed. Only the last request counts.
 */
export class LanguageController implements ReactiveController {
  /** The last one that was loaded; undefined until the first one is. */
  translator: Translator | undefined
  /** Known before the translator is loaded. */
  locale = 'en'

  readonly #host: ReactiveControllerHost
  readonly #dependencies: () => readonly unknown[]
  readonly #options: () => LanguageOptions
  #current: readonly unknown[] = []
  #loading: Promise<void> | undefined

  /** `dependencies` are compared by identity before each update; `options` runs if one of them has changed. */
  constructor(host: ReactiveControllerHost, dependencies: () => readonly unknown[], options: () => LanguageOptions) {
    this.#host = host
    this.#dependencies = dependencies
    this.#options = options
    host.addController(this)
  }

  /** The surrounding page may be in another language than before. */
  hostConnected(): void {
    this.#loading = undefined
    this.#host.requestUpdate()
  }

  hostUpdate(): void {
    const dependencies = this.#dependencies()
    if (!this.#loading || dependencies.some((each, at) => each !== this.#current[at])) this.load()
  }

  /** Resolves when the translator is loaded. */
  load(): Promise<void> {
    this.#current = this.#dependencies()
    const { wanted, own } = this.#options()
    const { locale, translator } = resolveLanguage(
      wanted,
      navigator.languages,
      Object.keys(own).length ? own : undefined,
    )
    this.locale = locale
    const loading = translator.then(loaded => {
      if (loading !== this.#loading) return
      this.translator = loaded
      this.#host.requestUpdate()
    })
    this.#loading = loading
    return loading
  }
}
