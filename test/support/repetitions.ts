/// <reference path="./import-meta.d.ts" />

/**
 * The number of repetitions of a randomized test. In `npm test` they are enough to find an existing defect. `npm run soak` sets
 * `VITE_REPETITIONS=all`, and then the second number applies.
 */
export const repetitions = (few: number, all: number): number =>
  import.meta.env?.VITE_REPETITIONS === 'all' ? all : few
