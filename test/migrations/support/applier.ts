/**
 * Applies a folder of migrations to the databases of a state folder, in its own process, so that a test can kill it:
 *
 * node applier.ts STATE MIGRATIONS DATABASES
 *
 * Prints `ready`, then `sent N` when the statements for database N are sent, and `done N` when they are applied.
 */
import { applyMigrations } from './apply.ts'
import { startServices } from './services.ts'

const [state = '', migrations = '', count = '1'] = process.argv.slice(2)
const services = await startServices({
  programs: {},
  secrets: {},
  databases: count === '2' ? 2 : 1,
  state,
})
console.log('ready')
for (const [i, db] of services.databases.entries()) {
  // Reports when the statements are sent, before their response.
  const reporting = new Proxy(db, {
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
  await applyMigrations([reporting], migrations)
  console.log(`done ${i}`)
}
// Keeps running, so that the test can still kill it.
setInterval(() => {}, 1_000_000)
