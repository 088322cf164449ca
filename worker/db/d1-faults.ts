/*
 * D1 tells its faults apart by their message only. A message is never logged, because it may quote data. It is compared with the
 * phrases below, and only the name of the fault is used. Most phrases are in Cloudflare's list of errors:
 * https://developers.cloudflare.com/d1/observability/debug-d1/#error-list
 */

/** The kinds of faults. The order is that of the columns of a metric (docs/logs.md), so new kinds are added at the end. */
export const D1_FAULTS = [
  'overloaded',
  'full',
  'quota',
  'timeout',
  'memory',
  'cpu',
  'reset',
  'network',
  'export',
  'other',
] as const
export type D1Fault = (typeof D1_FAULTS)[number]

/** How many faults there were of each kind. */
export type D1FaultCounts = Partial<Record<D1Fault, number>>

/** Every phrase is at the beginning of the message, so that quoted data never decides the kind. */
const PHRASES: readonly (readonly [fault: D1Fault, phrase: string])[] = [
  ['overloaded', 'D1 DB is overloaded'],
  ['full', 'Exceeded maximum DB size'],
  ['full', 'Exceeded maximum account storage limit'],
  ['full', 'database or disk is full'],
  ['quota', "Your account has exceeded D1's free tier daily"],
  ['timeout', 'D1 DB storage operation exceeded timeout'],
  ['memory', "D1 DB's isolate exceeded its memory limit"],
  ['cpu', 'D1 DB exceeded its CPU time limit'],
  ['reset', 'D1 DB reset because its code was updated'],
  ['reset', 'Internal error while starting up D1 DB storage'],
  ['reset', 'Internal error in D1 DB storage'],
  ['reset', 'Connection closed: this D1 DB instance is no longer active'],
  ['network', 'Network connection lost'],
  ['network', 'Cannot resolve D1 DB due to transient issue on remote node'],
  ['network', "Can't read from request stream because client disconnected"],
  ['export', 'Currently processing a long-running export'],
]

const PREFIX = /^(?:D1_(?:EXEC_)?ERROR: )?/

/** The kind of fault whose phrase begins the message; undefined: no phrase is known. */
export function d1FaultOf(message: string): D1Fault | undefined {
  const text = message.replace(PREFIX, '')
  return PHRASES.find(([, phrase]) => text.startsWith(phrase))?.[0]
}
