import { html, type TemplateResult } from 'lit'
import { blockOf, type PinnedScript, scriptLines, snippetOf } from './snippet.ts'
import { lookOf, type ThemeSettings } from './theme-settings.ts'

/*
 * How the itinerary gets onto a site, by what the site is made with. A step says only what we have tried, or what the maker of the site
 * documents; `isTried` tells which.
 */

export interface Recipe {
  /** What the site is made with. */
  name: string
  /** What the account or the site must allow. */
  needs?: string
  /** `address` is that of the service, for a setting. */
  steps: (address: string) => TemplateResult[]
  /** The text to copy. */
  code: (settings: ThemeSettings, origin: string, pinned?: PinnedScript) => string
  /** Without a page of the hotel there is nothing to test. */
  hasPage?: false
  isTried: boolean
}

const lines: Recipe['code'] = (settings, origin) => scriptLines(settings, origin)

const PASTE = html`Paste the lines, save, and publish the page.`
const ADDRESS = html`Send whoever runs your Innlet <a href="#tell">the message</a> below, so that new links open the page.`

export const RECIPES: Record<string, Recipe> = {
  wordpress: {
    name: 'WordPress',
    needs: 'WordPress 6.1 or newer, and a site that allows plugins.',
    steps: address => [
      html`Under <b>Plugins › Add New › Upload Plugin</b>, choose <a href="/downloads/innlet-stay.zip" download>innlet-stay.zip</a>. Activate it.`,
      html`Under <b>Settings › Innlet Stay</b>, paste <code id="address" translate="no">${address}</code>, save, and press <b>Test</b>.
        <button type="button" class="copy plain" data-code="address">Copy the address</button>
        <span id="address-copied" class="copied" role="status"></span>`,
      html`Edit a page, and paste the line below: it is the block <b>Stay</b> with what you have chosen here. Publish it. ${ADDRESS}`,
      html`Plugins for speed leave the script alone: it has the marks that they read. A cache must not ignore <code translate="no">itinerary</code> in addresses.`,
    ],
    code: blockOf,
    isTried: true,
  },
  wix: {
    name: 'Wix',
    needs: 'A plan with a domain of your own: Wix allows custom code for no other site.',
    steps: () => [
      html`Do not use “Embed HTML”: Wix puts it into a frame, which does not know the guest’s link. Open <b>Settings › Custom Code</b> and press <b>Add Custom Code</b>.`,
      html`Paste the lines. Choose your page, and <b>Body - end</b>. The stay is at the end of that page.`,
      html`Apply, and publish the site. ${ADDRESS}`,
    ],
    code: lines,
    isTried: false,
  },
  squarespace: {
    name: 'Squarespace',
    needs: 'A plan whose code blocks may contain JavaScript.',
    steps: () => [
      html`Edit the page, and add a <b>Code</b> block where the stay belongs.`,
      html`Choose HTML. ${PASTE} Squarespace shows scripts to visitors only, not while you edit.`,
      ADDRESS,
    ],
    code: lines,
    isTried: false,
  },
  webflow: {
    name: 'Webflow',
    needs: 'A plan with custom code.',
    steps: () => [html`Add a <b>Code Embed</b> element where the stay belongs.`, PASTE, ADDRESS],
    code: lines,
    isTried: false,
  },
  cms: {
    name: 'TYPO3 or Drupal',
    needs: 'An editor who may write HTML without a filter.',
    steps: () => [
      html`In TYPO3, add the content element <b>Plain HTML</b>. In Drupal, add a block with the text format <b>Full HTML</b>.`,
      html`${PASTE} If the script is removed, ask your administrator to put the line with <code translate="no">script</code> into the template.`,
      ADDRESS,
    ],
    code: lines,
    isTried: false,
  },
  tags: {
    name: 'Google Tag Manager',
    needs: 'A page in which you can put a div. A policy of the site may forbid scripts of other origins.',
    steps: () => [
      html`Put the line with <code translate="no">div</code> into the page, where the stay belongs.`,
      html`Add a tag of the type <b>Custom HTML</b> with the line with <code translate="no">script</code>. Let it fire on views of that page.`,
      html`Publish the container. ${ADDRESS}`,
    ],
    code: lines,
    isTried: false,
  },
  developer: {
    name: 'My developer does it',
    steps: () => [
      html`Send them these lines, and the address of the <a href="/docs/guides/embedding">guide</a>: attributes, events, security policy, frameworks.`,
      html`They paste them where the stay belongs.`,
      ADDRESS,
    ],
    code: snippetOf,
    isTried: true,
  },
  link: {
    name: 'I only have a link',
    steps: () => [
      html`The link opens a page of this service. It can have your look.`,
      html`Send whoever runs your Innlet <a href="#tell">the message</a> below. It has the look.`,
      html`They store it as <code translate="no">look</code>. The next page that a guest opens has it.`,
    ],
    code: settings => JSON.stringify(lookOf(settings), undefined, 2),
    hasPage: false,
    isTried: true,
  },
}

/** For every site: before a choice, and without one that fits. */
export const EVERY_SITE: Recipe = {
  name: 'Every site',
  steps: () => [html`Put the lines where the stay belongs.`, html`Publish the page.`, ADDRESS],
  code: lines,
  isTried: true,
}

/** The steps of a recipe, and what to know. */
export const recipeSteps = ({ needs, steps, hasPage, isTried }: Recipe, address: string) => html`
  ${needs ? html`<p class="needs"><b>Needs:</b> ${needs}</p>` : ''}
  <ol class="steps">
    ${steps(address).map(step => html`<li>${step}</li>`)}
  </ol>
  <p class="after">
    ${hasPage === false ? '' : html`To test it, open your page with <code translate="no">?itinerary=demo</code> at the end of its address: it shows a sample stay.`}
    ${isTried ? '' : html`These steps follow what the maker documents. We have no account there, and have not tried them.`}
  </p>
`
