/* The button "Test" of the settings: asks the address whether it is an Innlet, and says what is wrong. */
;(() => {
  const { __, sprintf } = wp.i18n
  const field = document.getElementById('innlet-stay-address')
  const result = document.getElementById('innlet-stay-result')
  const button = document.getElementById('innlet-stay-test')

  /** Whether anything answers, of whatever kind: the answer itself cannot be read. */
  const answers = address => fetch(address, { mode: 'no-cors', cache: 'no-store' }).then(Boolean, () => false)

  const read = address => fetch(address, { cache: 'no-store', credentials: 'omit' }).catch(() => undefined)

  /** The version of the Innlet at an origin, or undefined. */
  async function versionAt(origin) {
    const response = await read(`${origin}/widget/latest.json`)
    if (!response?.ok) return undefined
    const { version } = await response.json().catch(() => ({}))
    return version
  }

  /** What is wrong with an address, or its version. */
  async function judge(text) {
    let url
    try {
      url = new URL(text)
    } catch {
      return __('This is not an address. It looks like https://innlet.example', 'innlet-stay')
    }
    const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname)
    if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
      return __('The address must begin with https://', 'innlet-stay')
    if (!(await answers(url.origin)))
      return sprintf(/* translators: %s: an address */ __('%s does not answer.', 'innlet-stay'), url.origin)
    const version = await versionAt(url.origin)
    if (!version)
      return sprintf(/* translators: %s: an address */ __('%s is not an Innlet.', 'innlet-stay'), url.origin)
    const script = await read(`${url.origin}/widget/embed.js`)
    return script?.ok
      ? sprintf(/* translators: %s: a version */ __('Innlet %s answers. All is well.', 'innlet-stay'), version)
      : sprintf(
          /* translators: %s: a version */
          __('Innlet %s is too old: it has no /widget/embed.js.', 'innlet-stay'),
          version,
        )
  }

  button.addEventListener('click', async () => {
    button.disabled = true
    result.textContent = __('Testing…', 'innlet-stay')
    result.textContent = await judge(field.value.trim())
    button.disabled = false
    button.focus()
  })
})()
