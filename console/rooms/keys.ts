/** What a key does in the chart. */
export type KeyAct =
  | { act: 'go'; nights: number; rooms: number }
  | { act: 'edge'; to: 'first-day' | 'last-day' | 'first-room' | 'last-room' }
  | { act: 'move'; nights: number; rooms: number }
  | { act: 'resize'; nights: number }
  | { act: 'confirm' | 'put-back' | 'park' | 'close' | 'today' }

const ARROWS: Readonly<Record<string, [nights: number, rooms: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -10],
  PageDown: [0, 10],
}
const PLAIN: Readonly<Record<string, KeyAct>> = {
  Home: { act: 'edge', to: 'first-day' },
  End: { act: 'edge', to: 'last-day' },
  Enter: { act: 'confirm' },
  Escape: { act: 'put-back' },
  p: { act: 'park' },
  c: { act: 'close' },
  t: { act: 'today' },
}

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** The act of a key. Undefined: the browser has it. */
export function actOf({ key, altKey, shiftKey, ctrlKey, metaKey }: Pressed): KeyAct | undefined {
  const isControl = ctrlKey || metaKey
  const arrow = ARROWS[key]
  if (isControl) {
    if (altKey || shiftKey) return undefined
    return key === 'Home' || key === 'End'
      ? { act: 'edge', to: key === 'Home' ? 'first-room' : 'last-room' }
      : undefined
  }
  if (!arrow) return altKey ? undefined : PLAIN[key.length === 1 ? key.toLowerCase() : key]
  const [nights, rooms] = arrow
  if (altKey && shiftKey) return undefined
  if (altKey) return Math.abs(rooms) > 1 ? undefined : { act: 'move', nights, rooms }
  if (shiftKey) return nights ? { act: 'resize', nights } : undefined
  return { act: 'go', nights, rooms }
}
