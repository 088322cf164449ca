import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { bundleClient } from '../../site/downloads/client.ts'
import { bundleCommand } from '../../site/downloads/command.ts'
import { atMost, type Figure } from './report.ts'

/** The shortest of ten runs of Node, in milliseconds. */
function fastest(...args: string[]): number {
  const times = Array.from({ length: 10 }, () => {
    const started = performance.now()
    execFileSync(process.execPath, args, { stdio: 'ignore' })
    return performance.now() - started
  })
  return Math.round(Math.min(...times))
}

/** The size of the npm client, as it is in the package, and the start of its command. */
export async function benchClient(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-bench-client-'))
  try {
    await bundleClient(folder)
    const { length } = brotliCompressSync(readFileSync(join(folder, 'innlet.js')))
    await bundleCommand(join(folder, 'command'))
    const help = fastest(join(folder, 'command/innlet.js'), '--help')
    const nothing = fastest('-e', '0')
    return [
      atMost('npm client, brotli', length, 'B', 8_000),
      atMost('innlet --help, beyond the start of Node', help - nothing, 'ms', 200),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
