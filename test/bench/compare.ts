import { type Load, median, type Round, runLoad } from './load.ts'

export interface Pace {
  rounds: number
  /** How long one round of one load lasts. */
  seconds: number
}

/** What several loads came to, round by round. */
export class Comparison<Name extends string> {
  readonly #rounds: Record<Name, Round[]>

  constructor(rounds: Record<Name, Round[]>) {
    this.#rounds = rounds
  }

  /** Requests a second. */
  rate(name: Name): number {
    return median(this.#rounds[name].map(({ perSecond }) => perSecond))
  }

  /** Milliseconds that a request takes while the load is on. */
  latency(name: Name): { p50: number; p99: number } {
    const rounds = this.#rounds[name]
    return { p50: median(rounds.map(({ p50 }) => p50)), p99: median(rounds.map(({ p99 }) => p99)) }
  }

  /** How often one is as fast as the other: of each round by itself, so that what slows the machine slows both. */
  ratio(one: Name, other: Name): number {
    return median(this.#rounds[one].map(({ perSecond }, i) => perSecond / (this.#rounds[other][i]?.perSecond ?? NaN)))
  }
}

/** Seconds. */
const WARM_UP = 0.6

/**
 * Fires loads in turns, in the one order and then in the other. A first round warms up and is not counted. Many short rounds tell
 * more than few long ones of the same time: what else the machine does then falls on both sides alike.
 */
export async function compareLoads<Name extends string>(
  loads: Record<Name, Load>,
  { rounds, seconds }: Pace,
): Promise<Comparison<Name>> {
  const names = Object.keys(loads) as Name[]
  const measured = Object.fromEntries(names.map(name => [name, [] as Round[]])) as Record<Name, Round[]>
  for (const name of names) await runLoad(loads[name], WARM_UP)
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? names.toReversed() : names) measured[name].push(await runLoad(loads[name], seconds))
  }
  return new Comparison(measured)
}
