import type { Facts } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** A fault that an alert found. */
export interface Finding {
  customer?: number | undefined
  /** When it began, or the beginning of the time that was counted, in milliseconds. Undefined: it is known from now on. */
  since?: number | undefined
  text: string
}

export interface Alert {
  /** 2: guests or hotels are refused now, or nothing can be judged. 1: the rest. */
  level: 1 | 2
  /** The heading of the docs to read. */
  read: string
  /** Whether it needs the metrics. */
  metrics?: true
  judge(facts: Facts, thresholds: Thresholds): Finding[]
}

const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Whether a time is further in the past than a number of units. */
export const isOlder = (now: number, time: number, count: number, unit: number) => now - time > count * unit

export const timeOf = (instant: string | null | undefined) => (instant ? Date.parse(instant) : undefined)
