/** Milliseconds without a key and a pointer after which a desk is locked. */
const IDLE = 5 * 60_000
const CHECK = 5_000

/** Tells the other tabs of an act at most once in this time. */
const TOLD = 1_000

type Message = 'act' | 'lock' | 'unlock'

/** What happens in this browser: keys and pointers, here and in other tabs, and that another tab was locked or unlocked. */
export class Presence {
  /** Called with each key and pointer here. */
  onAct: () => void = () => {}
  /** Called while nobody has used a key or a pointer for five minutes. */
  onIdle: () => void = () => {}
  onOther: (message: 'lock' | 'unlock') => void = () => {}
  #last = Date.now()
  readonly #tabs = new BroadcastChannel('innlet-console')

  constructor() {
    const act = () => {
      // A PC that was asleep has not counted the minutes.
      this.#check()
      if (Date.now() - this.#last > TOLD) this.tell('act')
      this.#last = Date.now()
      this.onAct()
    }
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, act, { capture: true, passive: true })
    document.addEventListener('visibilitychange', () => this.#check())
    setInterval(() => this.#check(), CHECK)
    this.#tabs.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'act') this.#last = Date.now()
      else this.onOther(data)
    }
  }

  tell(message: Message): void {
    this.#tabs.postMessage(message)
  }

  #check(): void {
    if (Date.now() - this.#last >= IDLE) this.onIdle()
  }
}
