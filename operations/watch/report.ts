import type { Alert, Finding } from './alert.ts'
import type { Facts } from './facts.ts'
import { HOTEL_ALERTS } from './hotel-alerts.ts'
import { METRICS_ALERTS } from './metrics-alerts.ts'
import { SERVICE_ALERTS } from './service-alerts.ts'
import type { Thresholds } from './thresholds.ts'

export const ALERTS: Record<string, Alert> = { ...SERVICE_ALERTS, ...HOTEL_ALERTS, ...METRICS_ALERTS }

/** What a run found. As JSON it is the output of `--json`. */
export interface Report {
  /** The exit code: the highest level of the faults; 0: there is none. */
  exit: 0 | 1 | 2
  at: string
  customers: number
  faults: {
    alert: string
    level: 1 | 2
    customer?: number
    name?: string
    since: string | null
    text: string
    read: string
  }[]
  /** Alerts that could not be judged. */
  notJudged: string[]
  /** Names of values that are not configured, without which the alerts of queries are not judged. */
  missing: string[]
}

/** Judges all alerts. Those of level 2 come first. */
export function judge(facts: Facts, thresholds: Thresholds, missing: string[] = []): Report {
  const names = new Map(facts.customers.map(({ clientId, name }) => [clientId, name]))
  const fault = (
    alert: string,
    { level, read }: Alert,
    { customer, since, text }: Finding,
  ): Report['faults'][number] => ({
    alert,
    level,
    ...(customer !== undefined && { customer, name: names.get(customer) ?? '' }),
    since: since === undefined ? null : new Date(since).toISOString(),
    text,
    read,
  })
  const faults = Object.entries(ALERTS)
    .flatMap(([name, alert]) => alert.judge(facts, thresholds).map(finding => fault(name, alert, finding)))
    .sort((one, other) => other.level - one.level)
  return {
    exit: Math.max(0, ...faults.map(({ level }) => level)) as Report['exit'],
    at: new Date(facts.now).toISOString(),
    customers: facts.customers.length,
    faults,
    notJudged: notJudged(facts),
    missing,
  }
}

/** Where the status could not be read, only `reached`, `judged` and `database` mean something. */
function notJudged({ status, metrics }: Facts): string[] {
  const isUnknown = (name: string) =>
    ALERTS[name]?.metrics ? !metrics : !status && !['reached', 'judged', 'database', 'metrics'].includes(name)
  return Object.keys(ALERTS).filter(isUnknown)
}

/** What a name could add to the lines: further lines, a command for the terminal, or the `|` after which Nagios reads numbers. */
const UNFIT = /[\p{Cc}\p{Bidi_Control}|]/gu

/** The lines for people, cron and Nagios: one for each fault, or one that says that there is none. */
export function linesOf({ faults, customers, notJudged, missing }: Report): string[] {
  const lines = faults.map(({ level, customer, name, since, text, read }) => {
    const who = customer === undefined ? '' : `customer ${customer}${name && ` (${name})`}: `
    const line = `${level === 2 ? 'CRITICAL' : 'WARNING'} ${who}${text}; since ${since ?? 'this run'}; ${read}`
    return line.replace(UNFIT, ' ')
  })
  const judged = Object.keys(ALERTS).length - notJudged.length
  if (!lines.length) {
    const unjudged = notJudged.length ? `; ${notJudged.length} not judged` : ''
    lines.push(`OK: none of ${judged} alerts, ${customers} ${customers === 1 ? 'customer' : 'customers'}${unjudged}`)
  }
  const lacking = missing.length ? notJudged.filter(name => ALERTS[name]?.metrics) : []
  const others = notJudged.filter(name => !lacking.includes(name))
  if (others.length) lines.push(`Not judged: ${others.join(', ')}`)
  if (lacking.length) lines.push(`Not judged without ${missing.join(' and ')}: ${lacking.join(', ')}`)
  return lines
}
