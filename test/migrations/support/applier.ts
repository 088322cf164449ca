/**
 * Applies a folder of migrations to the databases in a state folder, in a process of its own, so that a test can kill it:
 *
 *   node applier.ts STATE MIGRATIONS DATABASES
 *
 * Says `ready`, then `sent N` when the statements for database N are on their way, and `done N` when they are applied.
 */
import { applyMigrations } from './apply.ts'
import { NO_PROGRAM, startServices } from './services.ts'

const [state = '', migrations = '', count = '1'] = process.argv.slice(2)
const services = await startServices({
  programs: { none: NO_PROGRAM },
  secrets: {},
  databases: count === '2' ? 2 : 1,
  state,
})
console.log('ready')
for (const [i, db] of services.databases.entries()) {
  // Heard as the statements leave, before anything has come back.
  const heard = new Proxy(db, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      if (name !== 'batch') return own.bind(target)
      return (list: Parameters<typeof db.batch>[0]) => {
        const applied = target.batch(list)
        setImmediate(() => console.log(`sent ${i}`))
        return applied
      }
    },
  })
  await applyMigrations([heard], migrations)
  console.log(`done ${i}`)
}
// Until it is killed: a process that ends by itself at that moment could not be.
setInterval(() => {}, 1_000_000)
