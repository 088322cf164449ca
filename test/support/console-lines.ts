/*
 * Vitest sends what is written to the console to its main process, in a message for each request of a test: a sixth of the time
 * of most tests. Here the lines of a test are kept until it ends, and Vitest sends them in one message.
 */

const lines: (() => void)[] = []

for (const name of ['log', 'warn', 'error'] as const) {
  // biome-ignore lint/suspicious/noConsole: replaces the methods
  const write = console[name].bind(console)
  console[name] = (...values) => void lines.push(() => write(...values))
}

/** Passes the lines to Vitest. */
export function sendLines(): void {
  for (const write of lines.splice(0)) write()
}
