import { html, nothing } from 'lit'
import { describe, expect, it } from 'vitest'
import { Markup, render } from '../../../worker/pages/render'

const EVIL = `<script>alert("1")</script> & 'x' <!-- $& {y}`
const TAME = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; &lt;!-- $&amp; {y}'
const [a, b] = ['one', 'two']
const never = () => {
  throw new Error('nobody clicks here')
}

describe('a template as text', () => {
  it.each([
    ['text is text', html`<p>${EVIL}</p>`, `<p>${TAME}</p>`],
    ['in quotes too', html`<p title="${EVIL}">.</p>`, `<p title="${TAME}">.</p>`],
    ['and where a template has none', html`<p title=${EVIL}>.</p>`, `<p title="${TAME}">.</p>`],
    ['numbers and false are text', html`${0} ${12.5} ${false}`, '0 12.5 false'],
    ['nothing is nothing', html`<p>${nothing}${undefined}${null}${''}</p>`, '<p></p>'],
    ['templates stand in templates', html`<ul>${html`<li>${a}</li>`}</ul>`, '<ul><li>one</li></ul>'],
    [
      'lists one after the other',
      html`<ul>${[a, b].map(each => html`<li>${each}</li>`)}</ul>`,
      '<ul><li>one</li><li>two</li></ul>',
    ],
    [
      'an attribute may be made of parts',
      html`<p class="x ${a} y ${b} z" id=${a}>.</p>`,
      '<p class="x one y two z" id="one">.</p>',
    ],
    [
      'nothing takes its attribute with it',
      html`<p lang=${nothing} dir=${'rtl'} title="${nothing}">.</p>`,
      '<p dir="rtl">.</p>',
    ],
    ['an empty value leaves it', html`<img alt=${''} src=${a} />`, '<img alt="" src="one" />'],
    ['a boolean attribute is there', html`<p ?hidden=${true} id="x">.</p>`, '<p hidden="" id="x">.</p>'],
    ['or not', html`<p ?hidden=${0} id="x">.</p>`, '<p id="x">.</p>'],
    [
      'what only a script can do is left out',
      html`<p @click=${never} .value=${a} id=${b} @x="${never}">.</p>`,
      '<p id="two">.</p>',
    ],
    ['markup stands as it is', html`<style>${new Markup('a > b {}')}</style>`, '<style>a > b {}</style>'],
    ['a value after it is text again', html`<b>${new Markup('<i>1 < 2</i>')}</b>${EVIL}`, `<b><i>1 < 2</i></b>${TAME}`],
  ])('%s', (_, template, text) => expect(render(template)).toBe(text))

  it('white space stays, as Lit leaves it in a browser', () => {
    const template = html`
      <p
        class="x"
        id=${a}
      >
        ${a} <b>${b}</b>
      </p>
    `
    expect(render(template)).toBe(
      '\n      <p\n        class="x" id="one"\n      >\n        one <b>two</b>\n      </p>\n    ',
    )
  })

  it('a value in an impossible place is an error of the program', () => {
    expect(() => render(html`<${a}>`)).toThrow(TypeError)
  })
})
