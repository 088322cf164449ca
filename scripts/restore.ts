/**
 * `npm run restore`: loads a backup into an empty installation, or sets D1 back to an earlier moment. With `--after` it repeats
 * what such a restore has undone. docs/backup.md explains when to use which.
 */
import { resolve } from 'node:path'
import { openInstallation } from './backup/open-installation.ts'
import type { RemoteInstallation } from './backup/remote.ts'
import { runCommand } from './backup/run-command.ts'
import { correctAfterRestore } from './restore/after.ts'
import { type RestoreFlags, readFlags, USAGE } from './restore/flags.ts'
import { loadBackup } from './restore/load-backup.ts'
import { lockStateFolder } from './start/state.ts'

type Say = (line: string) => void

export async function restore(flags: RestoreFlags, env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  // No service may use the databases meanwhile. This also creates the folder.
  if (!flags.remote) lockStateFolder(resolve(flags.state))
  const installation = await openInstallation(flags, env)
  try {
    if (flags.from) await loadBackup(installation, resolve(flags.from), say)
    if (flags.timestamp) await travelTo(installation as RemoteInstallation, flags.timestamp, say)
    if (flags.after) {
      const { openAdminApi } = await import('./restore/admin-api.ts')
      const address = (installation as Partial<RemoteInstallation>).address
      await correctAfterRestore(installation, flags, () => openAdminApi(flags, env, address), say)
    } else {
      say('Next, before clients use the service: npm run restore -- --after (docs/backup.md says with which flags)')
    }
  } finally {
    await installation.close()
  }
}

/** Sets every database back to one moment. D1 keeps the state before as a bookmark. */
async function travelTo(installation: RemoteInstallation, timestamp: string, say: Say): Promise<void> {
  for (const [number, binding] of installation.databases.entries()) {
    const { name, bookmark } = await installation.travel(number, timestamp)
    say(`Database ${binding}: set back to ${timestamp}`)
    say(`  to undo it: npx wrangler d1 time-travel restore ${name} --bookmark=${bookmark}`)
  }
}

if (import.meta.main) {
  runCommand('restore', async () => {
    const flags = readFlags(process.argv.slice(2))
    if (flags.help) return console.log(USAGE)
    await restore(flags, process.env, line => console.log(line))
  })
}
