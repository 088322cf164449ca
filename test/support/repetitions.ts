/// <reference path="./import-meta.d.ts" />

/**
 * The number of repetitions of a randomized test. In `npm test` they are enough to find an existing defect. `npm run soak` sets
 * `VITE_REPETITIONS=all`, and then the second number applies.
 */
export const repetitions = (few: number, all: number): number =>
  import.meta.env?.VITE_REPETITIONS === 'all' ? all : few

/** Some entries of a list in `npm test`: others at each place, so that many places have all of them. In the soak, all. */
export const someOf = <T>(list: readonly T[], few: number, place: number): T[] =>
  list.filter((_, i) => (i + list.length - (place % list.length)) % list.length < repetitions(few, list.length))
