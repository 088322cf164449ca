import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { bundleClient } from '../../scripts/package/client.ts'
import { atMost, type Figure } from './report.ts'

/** The size of the npm client, as it is in the package. */
export async function benchClient(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-bench-client-'))
  try {
    await bundleClient(folder)
    const { length } = brotliCompressSync(readFileSync(join(folder, 'innlet.js')))
    return [atMost('npm client, brotli', length, 'B', 8_000)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
