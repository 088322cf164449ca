import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'

/** The thresholds of what concerns one customer. A file may set them for one customer only. */
const CUSTOMER_DEFAULTS = {
  stateHours: 1,
  bookingDays: 14,
  ratesDays: 7,
  refusedMessages: 3,
  refusedMessagesPercent: 10,
  refusedRequests: 20,
  refusedPercent: 50,
  endpointHours: 1,
  disabledDays: 7,
  queueHours: 12,
}

export const DEFAULTS = {
  ...CUSTOMER_DEFAULTS,
  failedRequests: 20,
  failedPercent: 1,
  bugs: 1,
  overloadedFaults: 10,
  fullFaults: 1,
  databaseBytes: 8_000_000_000,
  lateMinutes: 3,
  failingEndpoints: 5,
  failingPercent: 5,
  hourlyRunHours: 3,
  backlogHours: 24,
  moveHours: 2,
  tokenRefusals: 20,
  adminGuesses: 10,
  linkGuesses: 1000,
  slowRequests: 100,
  slowMs: 1000,
}

type Name = keyof typeof DEFAULTS
type CustomerName = keyof typeof CUSTOMER_DEFAULTS

/** A threshold that is null in the file is infinite: its alert is off. */
const value = z
  .number()
  .min(0)
  .nullable()
  .transform(number => number ?? Number.POSITIVE_INFINITY)

const valuesOf = <N extends string>(defaults: Record<N, number>) =>
  z.partialRecord(z.enum(Object.keys(defaults) as N[]), value)

const date = z.iso.date().transform(text => Date.parse(`${text}T00:00:00Z`))
/** `until` is the first day of the next season. */
const season = z
  .strictObject({ from: date, until: date })
  .refine(({ from, until }) => from < until, { path: ['until'], error: 'expected a day after from' })
const closed = z.array(season).default([])

const File = z.strictObject({
  thresholds: valuesOf(DEFAULTS).default({}),
  customers: z
    .record(
      z.string().regex(/^[1-9]\d*$/, 'expected the id of a customer'),
      z.strictObject({ thresholds: valuesOf(CUSTOMER_DEFAULTS).default({}), closed }),
    )
    .default({}),
})

/** The thresholds of the installation, and of each customer with the seasons in which it is closed. */
export interface Thresholds {
  all: Record<Name, number>
  of(customer: number | undefined): Record<CustomerName, number> & { closed: { from: number; until: number }[] }
}

/** Reads the content of a file of thresholds. Throws a CommandError with the field that is invalid. */
export function thresholdsOf(content: unknown): Thresholds {
  const { success, data, error } = File.safeParse(content)
  if (!success) {
    const [{ path, message } = { path: [], message: '' }] = error.issues
    throw new CommandError(`--thresholds: ${path.join('.') || 'the file'}: ${message}`)
  }
  const all = { ...DEFAULTS, ...data.thresholds }
  return {
    all,
    of: customer => {
      const own = data.customers[String(customer)]
      return { ...all, ...own?.thresholds, closed: own?.closed ?? [] }
    },
  }
}

export function readThresholds(file: string | undefined): Thresholds {
  if (file === undefined) return thresholdsOf({})
  try {
    return thresholdsOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`--thresholds: cannot read ${file}: ${reasonOf(error)}`)
  }
}
