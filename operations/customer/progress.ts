const WIDTH = 30

/** The response of the service to a step. */
interface Progress {
  state: string
  table?: string
  rows?: number
  total?: number
}

/** `copying    [############··················] 1,204 of 3,000 rows · room_night` */
export function progressLine({ state, table, rows, total }: Progress): string {
  if (rows === undefined || total === undefined) return state
  const done = total === 0 ? WIDTH : Math.min(WIDTH, Math.round((rows / total) * WIDTH))
  const bar = '#'.repeat(done) + '·'.repeat(WIDTH - done)
  const [has, all] = [rows, total].map(count => count.toLocaleString('en'))
  return `${state.padEnd(10)} [${bar}] ${has} of ${all} rows${table ? ` · ${table}` : ''}`
}
