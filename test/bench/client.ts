import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { bundleClient } from '../../site/downloads/client.ts'
import { bundleCommand } from '../../site/downloads/command.ts'
import { atMost, type Figure } from './report.ts'
import { takeTurns, timeOf } from './turns.ts'

const ROUNDS = 10

/** The size of the npm client, as it is in the package, and the start of its command. */
export async function benchClient(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-bench-client-'))
  try {
    await bundleClient(folder)
    const { length } = brotliCompressSync(readFileSync(join(folder, 'innlet.js')))
    await bundleCommand(join(folder, 'command'))
    const node =
      (...args: string[]) =>
      () =>
        timeOf(() => execFileSync(process.execPath, args, { stdio: 'ignore' }))
    const help = node(join(folder, 'command/innlet.js'), '--help')
    const measured = await takeTurns({ help, nothing: node('-e', '0') }, ROUNDS)
    return [
      atMost('npm client, brotli', length, 'B', 8_000),
      atMost(
        'innlet --help, beyond the start of Node',
        Math.round(measured.least('help') - measured.least('nothing')),
        'ms',
        200,
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
