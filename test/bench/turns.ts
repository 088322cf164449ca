/** How often each load runs, and for how many seconds. */
export interface Pace {
  rounds: number
  seconds: number
}

/** The quantile of numbers. */
export function quantile(numbers: Iterable<number>, part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (numbers: Iterable<number>) => quantile(numbers, 0.5)

/** Measures once: milliseconds, requests a second or another number. */
export type Measurement = () => number | Promise<number>

/** The numbers of several measurements, round by round. */
export interface Measured<Name extends string> {
  /** The median of the rounds. */
  of(name: Name): number
  /** The smallest: other work of the machine only adds to the time of a process. */
  least(name: Name): number
  /** The median of the ratios of each round: a slow moment of the machine is in both numbers of a round. */
  ratio(one: Name, other: Name): number
}

/**
 * Every measurement of the bench has this form: programs take turns, round by round, in both orders. A first round is to warm up,
 * and is not counted. Many short rounds give a more exact ratio than few long ones.
 */
export async function takeTurns<Name extends string>(
  measurements: Record<Name, Measurement>,
  rounds: number,
): Promise<Measured<Name>> {
  const names = Object.keys(measurements) as Name[]
  const measured = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 ? names : names.toReversed()) {
      const number = await measurements[name]()
      if (round) measured[name].push(number)
    }
  }
  return {
    of: name => median(measured[name]),
    least: name => Math.min(...measured[name]),
    ratio: (one, other) => median(measured[one].map((number, round) => number / (measured[other][round] as number))),
  }
}

/** Milliseconds that something takes. */
export async function timeOf(act: () => unknown): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}
