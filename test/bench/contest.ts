import { fire, type Load, median, type Round } from './load.ts'

export interface Pace {
  rounds: number
  /** How long one round of one load lasts. */
  seconds: number
}

/** What several loads came to, round by round. */
export class Contest<Name extends string> {
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

/** Fires loads in turns, in the one order and then in the other. A first, short round warms up and is not counted. */
export async function contend<Name extends string>(
  loads: Record<Name, Load>,
  { rounds, seconds }: Pace,
): Promise<Contest<Name>> {
  const names = Object.keys(loads) as Name[]
  const measured = Object.fromEntries(names.map(name => [name, [] as Round[]])) as Record<Name, Round[]>
  for (const name of names) await fire(loads[name], Math.min(seconds, 1))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? names.toReversed() : names) measured[name].push(await fire(loads[name], seconds))
  }
  return new Contest(measured)
}
