import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from './demo.ts'

/**
 * Writes a file in the state folder that the command `innlet` reads with `--credentials`: the address of the service, the
 * `ADMIN_TOKEN`, and the credentials of the demo hotel. Only its owner can read it. Returns its path.
 */
export function writeCommandCredentials(
  state: string,
  origin: string,
  adminToken: string,
  demo: Demo | undefined,
): string {
  const values = {
    INNLET_URL: origin,
    ...(demo && { INNLET_CLIENT_ID: demo.clientId, INNLET_CLIENT_SECRET: demo.clientSecret }),
    // ADMIN_TOKEN has two tokens while it is rotated.
    ...(adminToken.trim() && { INNLET_ADMIN_TOKEN: adminToken.trim().split(/\s+/)[0] }),
  }
  const file = join(state, 'innlet.env')
  rmSync(file, { force: true })
  writeFileSync(
    file,
    Object.entries(values)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
    { mode: 0o600 },
  )
  return file
}
