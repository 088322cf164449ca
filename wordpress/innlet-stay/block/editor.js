/*
 * The block in the editor: the sample stay of the service, with the attributes that guests will see it with, and these
 * attributes in the side panel. It is loaded as it stands, without a build.
 */
;(() => {
  const { createElement: el, useEffect, useRef, useState } = wp.element
  const { InspectorControls, InspectorAdvancedControls, PanelColorSettings, useBlockProps } = wp.blockEditor
  const { CheckboxControl, Disabled, PanelBody, Placeholder, RangeControl, SelectControl, TextareaControl } =
    wp.components
  const { __ } = wp.i18n
  const { address, settings } = window.innletStay ?? {}

  /** Each language in itself. */
  const LANGUAGES = {
    cs: 'Čeština',
    da: 'Dansk',
    de: 'Deutsch',
    en: 'English',
    es: 'Español',
    fr: 'Français',
    it: 'Italiano',
    nl: 'Nederlands',
    nb: 'Norsk bokmål',
    pl: 'Polski',
    pt: 'Português (Portugal)',
    'pt-BR': 'Português (Brasil)',
    sv: 'Svenska',
    tr: 'Türkçe',
    ru: 'Русский',
    he: 'עברית',
    ar: 'العربية',
    ja: '日本語',
    zh: '简体中文',
    'zh-Hant': '繁體中文',
    ko: '한국어',
  }

  const PARTS = {
    now: __('Now and next', 'innlet-stay'),
    hotel: __('The hotel, with all of the following', 'innlet-stay'),
    address: __('Address', 'innlet-stay'),
    directions: __('Link to the directions', 'innlet-stay'),
    driver: __('“Show to the driver”', 'innlet-stay'),
    copy: __('Button that copies the address', 'innlet-stay'),
    call: __('Telephone', 'innlet-stay'),
    whatsapp: 'WhatsApp',
    email: __('Email', 'innlet-stay'),
    website: __('Website', 'innlet-stay'),
    'getting-there': __('Getting there', 'innlet-stay'),
    'good-to-know': __('Good to know', 'innlet-stay'),
  }

  const THEMES = {
    '': __('As the page', 'innlet-stay'),
    auto: __('As the device of the guest', 'innlet-stay'),
    light: __('Light', 'innlet-stay'),
    dark: __('Dark', 'innlet-stay'),
  }

  const optionsOf = labels => Object.entries(labels).map(([value, label]) => ({ value, label }))
  const wordsOf = text => (text ?? '').split(/\s+/).filter(Boolean)

  function choice(label, value, options, onChange) {
    return el(SelectControl, {
      label,
      value: value ?? '',
      options,
      onChange: chosen => onChange(chosen || undefined),
      __nextHasNoMarginBottom: true,
    })
  }

  function mainPanel({ lang, theme, headingLevel }, set) {
    const levels = ['1', '2', '3', '4', '5', '6'].map(level => ({ value: level === '2' ? '' : level, label: level }))
    const languages = [{ value: '', label: __('As the browser of the guest', 'innlet-stay') }, ...optionsOf(LANGUAGES)]
    return el(
      PanelBody,
      { title: __('Stay', 'innlet-stay') },
      el(
        'p',
        null,
        __(
          'Visitors read the stay only if the page was opened with a link. For the sample, add ?itinerary=demo to the address of the page.',
          'innlet-stay',
        ),
      ),
      choice(__('Language', 'innlet-stay'), lang, languages, value => set({ lang: value })),
      choice(__('Light or dark', 'innlet-stay'), theme, optionsOf(THEMES), value => set({ theme: value })),
      choice(__('Level of the heading', 'innlet-stay'), headingLevel, levels, value => set({ headingLevel: value })),
    )
  }

  function partsPanel({ without }, set) {
    const left = wordsOf(without)
    const boxes = optionsOf(PARTS).map(({ value: part, label }) =>
      el(CheckboxControl, {
        key: part,
        label,
        checked: left.includes(part),
        onChange: isLeftOut => {
          const parts = Object.keys(PARTS).filter(each => (each === part ? isLeftOut : left.includes(each)))
          set({ without: parts.join(' ') || undefined })
        },
        __nextHasNoMarginBottom: true,
      }),
    )
    return el(PanelBody, { title: __('Leave out', 'innlet-stay'), initialOpen: false }, ...boxes)
  }

  function looks({ accent, surface, radius }, set) {
    const colors = [
      { label: __('Accent', 'innlet-stay'), value: accent, onChange: value => set({ accent: value }) },
      { label: __('Surface', 'innlet-stay'), value: surface, onChange: value => set({ surface: value }) },
    ]
    const corners = el(RangeControl, {
      label: __('Corners, in pixels', 'innlet-stay'),
      value: radius,
      initialPosition: 14,
      min: 0,
      max: 40,
      allowReset: true,
      onChange: value => set({ radius: value }),
      __nextHasNoMarginBottom: true,
    })
    return [
      el(PanelColorSettings, { key: 'colors', title: __('Colours', 'innlet-stay'), colorSettings: colors }),
      el(PanelBody, { key: 'corners', title: __('Corners', 'innlet-stay'), initialOpen: false }, corners),
    ]
  }

  const wordsControl = ({ words }, set) =>
    el(TextareaControl, {
      label: __('Your own words, as JSON', 'innlet-stay'),
      value: words ?? '',
      onChange: value => set({ words: value || undefined }),
      __nextHasNoMarginBottom: true,
    })

  /** The attributes of the div. React leaves out those that are undefined. */
  const dataOf = ({ lang, theme, headingLevel, without, words, accent, surface, radius }) => ({
    'data-token': 'demo',
    'data-lang': lang,
    'data-theme': theme,
    'data-heading-level': headingLevel,
    'data-without': without,
    'data-words': words,
    'data-accent': accent,
    'data-surface': surface,
    'data-radius': radius,
  })

  /** Loads the script of the service into the document of the block, which may be that of an iframe. */
  function loadInto(page, onError) {
    const src = `${address}/widget/embed.js`
    const script = [...page.scripts].find(each => each.src === src) ?? page.createElement('script')
    if (script.dataset.failed) return onError()
    script.addEventListener('error', () => {
      script.dataset.failed = 'true'
      onError()
    })
    if (script.src) return
    script.src = src
    page.head.append(script)
  }

  function Sample({ attributes }) {
    const place = useRef()
    const [isUnreachable, setUnreachable] = useState(false)
    useEffect(() => {
      if (address) loadInto(place.current.ownerDocument, () => setUnreachable(true))
    }, [])
    if (address && !isUnreachable) {
      return el(Disabled, null, el('div', { ref: place, className: 'innlet-stay', ...dataOf(attributes) }))
    }
    const instructions = address
      ? __('The sample could not be loaded. Guests may still read their stay.', 'innlet-stay')
      : __('Set the address of your Innlet first.', 'innlet-stay')
    const link = settings && el('a', { href: settings, target: '_top' }, __('Settings', 'innlet-stay'))
    return el(Placeholder, { icon: 'calendar-alt', label: __('Stay', 'innlet-stay'), instructions }, link)
  }

  function Edit({ attributes, setAttributes }) {
    return el(
      'div',
      useBlockProps(),
      el(
        InspectorControls,
        null,
        mainPanel(attributes, setAttributes),
        partsPanel(attributes, setAttributes),
        ...looks(attributes, setAttributes),
      ),
      el(InspectorAdvancedControls, null, wordsControl(attributes, setAttributes)),
      el(Sample, { attributes }),
    )
  }

  wp.blocks.registerBlockType('innlet/stay', { edit: Edit, save: () => null })
})()
