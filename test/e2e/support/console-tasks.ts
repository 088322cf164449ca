import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** How a person works: each counts its presses. Typing, and moving the focus or the view, are none. */
export interface Hand {
  readonly page: Page
  readonly kind: 'pointer' | 'keyboard' | 'touch'
  presses: number
  press(target: Locator): Promise<void>
  type(label: string, text: string): Promise<void>
}

export function handOf(page: Page, kind: Hand['kind']): Hand {
  const hand: Hand = {
    ...{ page, kind },
    presses: 0,
    async press(target) {
      hand.presses++
      if (kind === 'touch') await target.tap()
      else if (kind === 'pointer') await target.click()
      else await pressByKeyboard(page, target)
    },
    async type(label, text) {
      const field = page.getByLabel(label, { exact: true }).last()
      if (kind === 'keyboard') {
        await focusByKeyboard(page, field)
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(text)
      } else await field.fill(text)
    },
  }
  return hand
}

const MOST_KEYS = 200
const hasFocus = (target: Locator) => target.evaluate(element => element === document.activeElement)

/** Moves the focus by Tab until an element has it. */
async function focusByKeyboard(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Presses what the focus reaches. One of several is chosen by the arrows. */
async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const radio = target.locator('input[type=radio]')
  if ((await radio.count()) === 0) {
    await focusByKeyboard(page, target)
    return page.keyboard.press('Enter')
  }
  const name = await radio.getAttribute('name')
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    if (await radio.isChecked()) return
    const isInGroup = await page.evaluate(name => (document.activeElement as HTMLInputElement).name === name, name)
    await page.keyboard.press(isInGroup ? (keys % 2 ? 'Space' : 'ArrowDown') : 'Tab')
  }
  throw new Error(`no key chooses ${target}`)
}

export interface Task {
  name: string
  /** The most presses, from the page Today. */
  most: number
  /** The list of Today in which the guest is. */
  list: 'Arriving' | 'Leaving'
  status?: 'InHouse'
  run: (hand: Hand, guest: string) => Promise<void>
}

const button = ({ page }: Hand, name: string | RegExp) => page.getByRole('button', { name })
const openGuest = (hand: Hand, guest: string) =>
  hand.press(hand.page.getByRole('link', { name: new RegExp(guest) }).first())
const dialog = ({ page }: Hand) => page.locator('dialog[open]')
const act = (hand: Hand, name: string) =>
  hand.press(hand.page.locator('console-act-bar').getByRole('button', { name, exact: true }))
const send = async (hand: Hand, name: RegExp) => {
  await hand.press(dialog(hand).getByRole('button', { name }))
  await dialog(hand).waitFor({ state: 'detached' })
}

/** The tasks of a reception, with the presses that the issue allows. docs/console.md names what each takes. */
export const TASKS: readonly Task[] = [
  {
    name: 'check in',
    most: 2,
    list: 'Arriving',
    async run(hand, guest) {
      await hand.press(button(hand, new RegExp(`^Check in: ${guest}`)))
      await button(hand, new RegExp(`^Take back: ${guest}`)).waitFor()
    },
  },
  {
    name: 'take a check-in back',
    most: 2,
    list: 'Arriving',
    status: 'InHouse',
    async run(hand, guest) {
      await hand.press(button(hand, new RegExp(`^Take back: ${guest}`)))
      await button(hand, new RegExp(`^Check in: ${guest}`)).waitFor()
    },
  },
  {
    name: 'check out',
    most: 2,
    list: 'Leaving',
    status: 'InHouse',
    async run(hand, guest) {
      await hand.press(button(hand, new RegExp(`^Check out: ${guest}`)))
      await button(hand, new RegExp(`^Take back: ${guest}`)).waitFor()
    },
  },
  {
    name: 'find a guest and copy the link',
    most: 4,
    list: 'Arriving',
    async run(hand, guest) {
      await hand.press(hand.page.getByRole('link', { name: 'Find' }))
      await hand.type('Number, last name, e-mail or telephone', guest)
      await hand.press(hand.page.locator('.result', { hasText: guest }))
      await hand.press(button(hand, 'Copy link'))
      await hand.page.getByText('Copied.').waitFor()
      const copied = await hand.page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toMatch(/\/itinerary\//)
    },
  },
  {
    name: 'move to another room',
    most: 4,
    list: 'Arriving',
    async run(hand, guest) {
      await openGuest(hand, guest)
      await act(hand, 'Move')
      const room = dialog(hand).locator('.options label').nth(1)
      const [number = ''] = (await room.innerText()).split(' ')
      await hand.press(room)
      await send(hand, /^Move to/)
      await hand.page.getByText(`Room ${number}`).first().waitFor()
    },
  },
  {
    name: 'lengthen by a night',
    most: 3,
    list: 'Arriving',
    async run(hand, guest) {
      await openGuest(hand, guest)
      await act(hand, 'Lengthen')
      // Two nights for 100 become three.
      await send(hand, /^Until .*: €300\.00$/)
      await hand.page.getByText('3 nights').first().waitFor()
    },
  },
  {
    name: 'sell two bottles on the account',
    most: 6,
    list: 'Arriving',
    async run(hand, guest) {
      await openGuest(hand, guest)
      await act(hand, 'Charge')
      await hand.type('Search', 'vinho')
      await hand.press(dialog(hand).locator('.options label').first())
      await hand.type('Quantity', '2')
      await send(hand, /^Charge €32\.00$/)
      await hand.page.getByText('€232.00').waitFor()
    },
  },
  {
    name: 'cancel with a fee',
    most: 4,
    list: 'Arriving',
    async run(hand, guest) {
      await openGuest(hand, guest)
      await act(hand, 'Cancel booking')
      await hand.type('Fee (EUR), if there is one', '80')
      await send(hand, /^Cancel with a fee of €80\.00$/)
      await hand.page.locator('.pill.Cancelled').waitFor()
    },
  },
  {
    name: 'print the list of the day',
    most: 2,
    list: 'Arriving',
    async run(hand) {
      await hand.page.evaluate(() =>
        addEventListener('beforeprint', () => document.body.setAttribute('data-printed', '')),
      )
      await hand.press(button(hand, 'Print'))
      await hand.page.locator('body[data-printed]').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'book a walk-in and check in',
    most: 5,
    list: 'Arriving',
    async run(hand, guest) {
      await hand.press(hand.page.getByRole('link', { name: 'New booking' }))
      // Of the eight fields, arrival, departure and guests have a value.
      expect(
        await hand.page.locator('.new :is(input, textarea):not([type=radio], [type=checkbox])').count(),
      ).toBeLessThanOrEqual(8)
      await hand.press(hand.page.locator('.options label').first())
      await hand.type('Last name', `${guest} at the door`)
      const isHere = hand.page.getByLabel('The guest is here: check in at once')
      if (await hand.page.evaluate(() => matchMedia('(pointer: fine)').matches)) await isHere.check()
      else await isHere.tap()
      hand.presses++
      await hand.press(button(hand, /^Book for/))
      await hand.page.locator('.pill.InHouse').waitFor()
    },
  },
]
