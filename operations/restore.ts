/**
 * `npm run restore`: loads a backup into an empty installation, or sets D1 back to an earlier moment. No number that was given
 * since is given again, and no link that was revoked opens. docs/backup.md explains what to do then.
 */
import { resolve } from 'node:path'
import { runCommand, type Say } from '../tooling/command/command-line.ts'
import { lockStateFolder } from '../tooling/state/lock.ts'
import { lostLinesOf } from './backup/installation.ts'
import { openInstallation } from './backup/open-installation.ts'
import type { RemoteInstallation } from './backup/remote.ts'
import { unjudgedLine } from './deploy/lost-secrets.ts'
import { drill } from './restore/drill.ts'
import { type RestoreFlags, readFlags, USAGE } from './restore/flags.ts'
import { restoreBackup } from './restore/from-backup.ts'
import { travelTo } from './restore/time-travel.ts'

export async function restore(flags: RestoreFlags, env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  // It has an installation of its own.
  if (flags.drill) return drill(flags.drill, say)
  // No service may use the databases meanwhile. This also creates the folder.
  if (!flags.remote) lockStateFolder(resolve(flags.state))
  const installation = await openInstallation(flags, env)
  const { from, timestamp } = flags
  try {
    if (from) await restoreBackup(installation, { ...flags, from }, say)
    if (timestamp) await travelTo(installation as RemoteInstallation, { ...flags, timestamp }, say)
    for (const line of [...(await lostLinesOf(installation)), ...unjudgedLine(installation.secrets())]) say(line)
  } finally {
    await installation.close()
  }
}

if (import.meta.main) {
  runCommand('restore', async () => {
    const flags = readFlags(process.argv.slice(2))
    if (flags.help) return console.log(USAGE)
    await restore(flags, process.env, line => console.log(line))
  })
}
