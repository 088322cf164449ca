import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { type Build, build } from '../../scripts/start/build.ts'
import { migrate } from '../../scripts/start/migrate.ts'
import { startRuntime } from '../../scripts/start/runtime.ts'
import { Service } from '../../scripts/start/service.ts'
import { readVars } from '../../scripts/start/vars.ts'
import { endRuntimeWithUs } from '../../scripts/start/watchdog.ts'
import { seaHotel } from '../fixtures/sea-hotel.ts'

/** A service to measure, and what it says of itself. */
export interface House {
  service: Service
  /** The Worker's own socket. */
  origin: URL
  build: Build
  runtime: Miniflare
  /** The most D1 round trips that a request with this answer cost so far: `'POST /oauth/token 200'`. */
  trips: ReadonlyMap<string, number>
  close: () => Promise<void>
}

/** Starts the service in a folder that is gone at the end. */
export async function openHouse(also: { inspected?: boolean } = {}): Promise<House> {
  endRuntimeWithUs()
  const folder = mkdtempSync(join(tmpdir(), 'innlet-bench-'))
  const vars = await readVars(join(folder, 'vars'))
  const built = await build(join(folder, 'build'))
  const trips = new Map<string, number>()
  const onLog = (line: string) => {
    const { method, route, status, d1 } = JSON.parse(line)
    const key = `${method} ${route} ${status}`
    trips.set(key, Math.max(d1, trips.get(key) ?? 0))
  }
  const runtime = await startRuntime({
    build: built,
    vars,
    port: 0,
    state: join(folder, 'state'),
    onLog,
    measured: true,
    ...also,
  })
  await migrate(runtime)
  const origin = await runtime.unsafeGetDirectURL()
  return {
    service: new Service(origin.origin, vars.ADMIN_TOKEN ?? ''),
    origin,
    build: built,
    runtime,
    trips,
    async close() {
      await runtime.dispose()
      rmSync(folder, { recursive: true, maxRetries: 10 })
    },
  }
}

/** Rooms enough that no two bookings of the bench meet. */
export const ROOMS = 200

export async function setUp(service: Service) {
  const { setup, ...customer } = seaHotel
  const rooms = Array.from({ length: ROOMS }, (_, i) => ({
    roomId: 1000 + i,
    roomTypeId: 10,
    locationId: 1,
    roomName: `Room ${i}`,
    roomNo: String(i),
  }))
  await service.admin('PUT', '/customers/1', customer)
  await service.admin('PUT', '/customers/1/setup', { ...setup, rooms: [...setup.rooms, ...rooms] })
}

/** An application of that customer, and a token for it. */
export async function integrator(service: Service, permissions: string[]) {
  const { json } = await service.admin('POST', '/applications', {
    name: 'bench',
    customerId: 1,
    product: 'innlet',
    permissions,
  })
  const grant = {
    grant_type: 'client_credentials',
    client_id: json.clientId as string,
    client_secret: json.clientSecret as string,
    audience: 'innlet-api',
  }
  const granted = await service.must('POST', '/oauth/token', grant)
  return { grant, bearer: granted.json.access_token as string }
}
