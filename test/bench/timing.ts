import type { BenchService } from './bench-service.ts'
import type { BenchData } from './fixture.ts'
import { Connection, serializeRequest } from './load.ts'
import { atMost, type Figure, figureWithoutLimit } from './report.ts'
import { median } from './turns.ts'

const PAIRS = 2_000
/** Accepted probability of a false alarm. */
const LEVEL = 0.001

/**
 * Whether the response time distinguishes an unknown client id from a wrong secret. Sends pairs of both in random order, one
 * request at a time. The two requests of a pair follow each other directly, so that a slow moment of the machine affects both.
 * Without a difference, each of the two is slower in half of the pairs.
 */
export async function benchTiming({ origins }: BenchService, { grant }: BenchData): Promise<Figure[]> {
  const connection = await Connection.to(origins.innlet)
  const time = async (clientId: string) => {
    const body = JSON.stringify({ ...grant, client_id: clientId, client_secret: `cs_${randomText(43)}` })
    const request = serializeRequest(origins.innlet, {
      method: 'POST',
      path: '/oauth/token',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const began = performance.now()
    const status = await connection.send(request)
    if (status !== 401) throw new Error(`expected 401, got ${status}`)
    return (performance.now() - began) * 1000
  }
  const known = () => time(grant.client_id as string)
  const unknown = () => time(`app_${crypto.randomUUID().replaceAll('-', '')}`)

  for (let i = 0; i < 200; i++) await (i % 2 ? known() : unknown())
  const pairs: { known: number; unknown: number }[] = []
  for (let i = 0; i < PAIRS; i++) {
    if (Math.random() < 0.5) {
      const first = await known()
      pairs.push({ known: first, unknown: await unknown() })
    } else {
      const first = await unknown()
      pairs.push({ known: await known(), unknown: first })
    }
  }
  connection.close()

  const differences = pairs.map(pair => pair.unknown - pair.known)
  const p = signedRanks(differences)
  const typical = { known: median(pairs.map(pair => pair.known)), unknown: median(pairs.map(pair => pair.unknown)) }
  const beside = `unknown id ${Math.round(typical.unknown)} µs, wrong secret ${Math.round(typical.known)} µs; p = ${p.toPrecision(2)}`
  const difference = Math.abs(median(differences))
  return [
    figureWithoutLimit('pairs of unknown id and wrong secret', PAIRS, ''),
    // A difference counts only if it is significant and larger than what a clock on the same machine can measure.
    p < LEVEL
      ? atMost('difference between the two', difference, 'µs', NOISE, beside)
      : { ...figureWithoutLimit('difference between the two', difference, 'µs', beside), holds: true, limit: NOISE },
  ]
}

/** Microseconds that are ignored even if the difference is significant: a hundredth of the random variation of a request. */
const NOISE = 5

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Buffer.from(bytes).toString('base64url').slice(0, length)
}

/**
 * Wilcoxon's signed-rank test: the probability of differences at least this asymmetric, if positive and negative ones are
 * equally likely. It uses ranks instead of sizes, so that a few slow requests do not decide.
 */
function signedRanks(differences: readonly number[]): number {
  const ranked = differences.filter(each => each !== 0).sort((a, b) => Math.abs(a) - Math.abs(b))
  const n = ranked.length
  const above = ranked.reduce((sum, each, i) => (each > 0 ? sum + i + 1 : sum), 0)
  const mean = (n * (n + 1)) / 4
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24)
  return 2 * upperTail(Math.abs(above - mean) / deviation)
}

/** The part of the normal distribution above z (Abramowitz and Stegun, 26.2.17; seven digits). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
