/// <reference path="./import-meta.d.ts" />

/**
 * Tests that repeat the same thing with random choices, or with one more case of a kind, do so often enough in `npm test` to find
 * a fault that is there. `npm run soak` sets `VITE_REPETITIONS=all` and repeats each as often as its second number says.
 */
export const repetitions = (few: number, all: number): number =>
  import.meta.env?.VITE_REPETITIONS === 'all' ? all : few
