import { type Load, median, type Round, runLoad } from './load.ts'

export interface Pace {
  rounds: number
  /** How long one round of one load lasts. */
  seconds: number
}

/** The results of several loads, round by round. */
export class Comparison<Name extends string> {
  readonly #rounds: Record<Name, Round[]>

  constructor(rounds: Record<Name, Round[]>) {
    this.#rounds = rounds
  }

  /** Requests a second. */
  rate(name: Name): number {
    return median(this.#rounds[name].map(({ perSecond }) => perSecond))
  }

  /** Latency under the load, in milliseconds. */
  latency(name: Name): { p50: number; p99: number } {
    const rounds = this.#rounds[name]
    return { p50: median(rounds.map(({ p50 }) => p50)), p99: median(rounds.map(({ p99 }) => p99)) }
  }

  /**
   * The throughput of one load relative to the other: the median of the ratios of each round. A slow moment of the machine
   * affects both loads of a round.
   */
  ratio(one: Name, other: Name): number {
    return median(this.#rounds[one].map(({ perSecond }, i) => perSecond / (this.#rounds[other][i]?.perSecond ?? NaN)))
  }
}

/** In seconds. */
const WARM_UP = 0.6

/**
 * Runs loads in alternating order. A warm-up round is not counted. Many short rounds give a more exact ratio than few long ones,
 * because other work of the machine affects all loads alike.
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
