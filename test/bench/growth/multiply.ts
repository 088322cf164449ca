import { DatabaseSync } from 'node:sqlite'
import { CYCLE, DAYS, DOUBLES, firstCabin, firstDouble, HOLDING, HOTELS, LAYER, LAYERS } from './generated-hotels.ts'
import { KINDS } from './source-bookings.ts'

/*
 * Copies one reservation of each kind many times. Every row that the service stored for an original is inserted again for each
 * copy. How a copy differs depends on the name of the column only, so a new column needs no change here.
 */

/** Called with the completed fraction. */
export type Progress = (part: number, what: string) => void

/** Layers per statement. */
const STEP = 50

/** The value of a column in a copy, where it differs from the original: `o` is the row of the original, `c` the copy. */
const COPIED: Record<string, string> = {
  customer_id: 'c.customer',
  reservation_id: 'c.n',
  reservation_number: '10000000 + c.n',
  guest_id: 'c.n',
  identity: "printf('booking-%08d', c.n)",
  hotel_id: "'H' || c.hotel",
  hotel_key: "'KEY-H' || c.hotel",
  room_id: 'c.room',
  rate_id: 'o.rate_id + 10 * (c.hotel - 1)',
  change_seq: 'c.seq',
  message_id: 'c.messages + o.ordinal',
  link_id: "printf('%s-%d', o.link_id, c.n)",
  // The channel sells the first hotel's rooms.
  allot_room_id: 'CASE WHEN c.hotel = 1 THEN o.allot_room_id END',
}

const DATES = ['arrival_date', 'departure_date', 'stay_arrival', 'stay_departure', 'night', 'from_date', 'to_date']
for (const date of [...DATES, 'activity_date']) COPIED[date] = `date(o.${date}, c.days)`

const instant = (column: string) => `o.${column} + c.later`

/** Columns with another meaning in one table. */
const COPIED_IN: Record<string, Record<string, string>> = {
  // Changes are dated in their order.
  reservation: { updated_at: 'c.changed' },
  event: {
    sequence: 'c.events + o.ordinal',
    event_id: "printf('e%d%020d', c.customer, c.events + o.ordinal)",
    // Events are dated in their order.
    at: '(SELECT max(at) FROM original_event) - 100000000 + c.events + o.ordinal',
    data: `CASE WHEN o.event_type LIKE 'reservation.%' THEN json_set(o.data, '$.reservationId', c.n,
      '$.reservationNumber', CAST(10000000 + c.n AS TEXT), '$.identity', printf('booking-%08d', c.n), '$.hotelid', 'H' || c.hotel,
      '$.arrivalDate', date(substr(o.data ->> 'arrivalDate', 1, 10), c.days) || 'T00:00:00',
      '$.departureDate', date(substr(o.data ->> 'departureDate', 1, 10), c.days) || 'T00:00:00')
      ELSE json_set(o.data, '$.reservationId', c.n) END`,
  },
}

/** Small customers beside the large one. Their ids follow its id. */
export const SMALL_CUSTOMERS = 2

/**
 * Copies the originals of a customer in an SQLite file that no other process has open: at least `reservations`, in whole layers,
 * and one layer each for two small customers. Sales and inventory items grow with them.
 */
export function multiply(file: string, reservations: number, customer = 1, progress: Progress = () => {}): void {
  const layers = Math.ceil(reservations / LAYER)
  if (!(layers >= 1 && layers <= LAYERS)) throw new RangeError(`from 1 to ${LAYER * LAYERS} reservations`)
  const db = new DatabaseSync(file)
  // An interrupted run is started again from the beginning, so no journal is needed.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000')
  const tables = tablesOf(db)
  const indexes = dropIndexes(db)
  db.exec('BEGIN')
  const originals = moveOriginalsAside(db, tables)
  const steps = Math.ceil(layers / STEP) * originals.length + indexes.length + 1
  let done = 0
  const step = (what: string) => progress(++done / steps, what)

  listKinds(db)
  addCabins(db)
  for (let from = 0; from < layers; from += STEP) {
    listCopies(db, customer, from, Math.min(from + STEP, layers), layers)
    for (const table of originals) {
      copy(db, table)
      step(table.name)
    }
  }
  addOtherCustomers(db, tables, originals, customer)
  updateCounters(db)
  copySales(db, layers, customer)
  step('sales')
  for (const { name, sql } of indexes) {
    db.exec(sql)
    step(name)
  }
  db.exec('DELETE FROM sqlite_stat1; INSERT INTO sqlite_stat1 SELECT * FROM told')
  db.exec('COMMIT; PRAGMA journal_mode = WAL')
  db.close()
}

interface Table {
  name: string
  columns: string[]
  key: string[]
}

function tablesOf(db: DatabaseSync): Table[] {
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%customer_id%'").all()
  return names.map(({ name }) => {
    const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid').all(name as string)
    const key = columns.filter(({ pk }) => pk).sort((a, b) => Number(a.pk) - Number(b.pk))
    return {
      name: name as string,
      columns: columns.map(column => column.name as string),
      key: key.map(column => column.name as string),
    }
  })
}

/**
 * Drops the indexes and returns them. Creating an index at the end sorts once, which is many times faster than inserting row by
 * row. The statistics of an index are dropped with it and must be restored.
 */
function dropIndexes(db: DatabaseSync): { name: string; sql: string }[] {
  db.exec('CREATE TEMP TABLE told AS SELECT * FROM sqlite_stat1')
  const indexes = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").all()
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  return indexes as { name: string; sql: string }[]
}

/** Moves the rows of the originals to temporary tables, each with its ordinal among the rows of its reservation. */
function moveOriginalsAside(db: DatabaseSync, tables: Table[]): Table[] {
  const owner = ({ name }: Table) => (name === 'guest' ? 'guest_id' : 'reservation_id')
  const found = tables.filter(table => table.columns.includes(owner(table)) && table.name !== 'sale')
  for (const table of found) {
    const { name, key } = table
    db.exec(`
      CREATE TEMP TABLE original_${name} AS
        SELECT *, ${owner(table)} AS original, row_number() OVER (PARTITION BY ${owner(table)} ORDER BY ${key}) AS ordinal
        FROM ${name};
      CREATE INDEX temp.original_of_${name} ON original_${name} (original);
      DELETE FROM ${name}`)
  }
  return found
}

/** For each place of the cycle: its original, and the number of changes, messages and events before it in the cycle. */
function listKinds(db: DatabaseSync): void {
  db.exec(`
    CREATE TEMP TABLE kind (place INTEGER PRIMARY KEY, original INT, held INT, versions INT, messages INT, told INT, events INT, logged INT);
    INSERT INTO kind SELECT key, value ->> 0, value ->> 1, version,
      coalesce(sum(messages) OVER (ORDER BY key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0), messages,
      coalesce(sum(events) OVER (ORDER BY key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0), events
    FROM json_each('${JSON.stringify(CYCLE.map(kind => [KINDS.indexOf(kind) + 1, HOLDING.indexOf(kind)]))}')
    JOIN original_reservation ON reservation_id = value ->> 0
    JOIN (
      SELECT r.original, count(m.message_id) AS messages,
        (SELECT count(*) FROM original_event AS e WHERE e.original = r.original) AS events
      FROM original_reservation AS r LEFT JOIN original_fetch_message AS m USING (original) GROUP BY 1) AS said
      ON said.original = value ->> 0`)
}

/**
 * Lists the copies of layers `from` to `to`: for each reservation the day, the hotel, the room, and its place in the order of
 * changes.
 */
function listCopies(db: DatabaseSync, customer: number, from: number, to: number, layers: number): void {
  const cycle = CYCLE.length
  const { versions, messages, events } = db
    .prepare('SELECT sum(versions) AS versions, sum(told) AS messages, sum(logged) AS events FROM kind')
    .get() as {
    versions: number
    messages: number
    events: number
  }
  const changes = (versions * LAYER) / cycle
  db.exec(`
    DROP TABLE IF EXISTS temp.copy;
    CREATE TEMP TABLE copy AS
    WITH RECURSIVE number (i) AS (
      SELECT ${from * LAYER} UNION ALL SELECT i + 1 FROM number WHERE i + 1 < ${to * LAYER}),
    placed AS (
      SELECT i, i / ${LAYER} AS layer, i / ${cycle} % ${DAYS} AS day, 1 + i / ${cycle} % ${DAYS} % ${HOTELS} AS hotel, kind.*,
        i / ${LAYER} * ${changes} + ((i * 617) % ${LAYER} + 1) * ${changes} / ${LAYER} AS seq
      FROM number CROSS JOIN kind ON kind.place = i % ${cycle})
    SELECT ${customer} AS customer, i + 1 AS n, original, hotel, '+' || day || ' days' AS days, seq,
      i / ${cycle} * ${messages} + messages AS messages, i / ${cycle} * ${events} + events AS events,
      CASE WHEN held < 0 THEN ${firstDouble(0)} + place % ${DOUBLES} ELSE ${firstCabin(0)} + layer * ${HOLDING.length} + held END
        + hotel * ${firstDouble(1) - firstDouble(0)} AS room,
      (i + 1 - ${layers * LAYER}) * 60000 AS later,
      (SELECT max(updated_at) FROM original_reservation) + (seq - ${layers * changes}) * 20000 AS changed
    FROM placed ORDER BY n`)
}

function copy(db: DatabaseSync, { name, columns, key }: Table): void {
  const values = columns.map(
    column => COPIED_IN[name]?.[column] ?? COPIED[column] ?? (column.endsWith('_at') ? instant(column) : `o.${column}`),
  )
  // Rows in the order of their key are appended to the table.
  const inOrder =
    key.includes('reservation_id') || key.includes('guest_id') ? 'c.n' : key.map(column => COPIED[column] ?? column)
  db.exec(`
    INSERT INTO ${name} (${columns}) SELECT ${values}
    FROM copy AS c CROSS JOIN original_${name} AS o ON o.original = c.original ORDER BY ${inOrder}`)
}

/** Adds a cabin for every stay of every layer that holds one. */
function addCabins(db: DatabaseSync): void {
  const { length } = HOLDING
  db.exec(`
    WITH RECURSIVE layer (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM layer WHERE i + 1 < ${LAYERS})
    INSERT INTO room (customer_id, room_id, room_type_id, location_id, room_name, room_no, floor_no)
    SELECT customer_id, room_id + i * ${length}, room_type_id, location_id, room_name, room_no, floor_no
    FROM room CROSS JOIN layer WHERE room_name = 'Cabin'`)
}

/** Adds small customers with the same hotels and one layer of reservations each. */
function addOtherCustomers(db: DatabaseSync, tables: Table[], originals: Table[], first: number): void {
  const isOwned = ({ name, columns }: Table) =>
    columns[0] === 'customer_id' && !originals.some(each => each.name === name) && !name.startsWith('sale')
  for (let customer = first + 1; customer <= first + SMALL_CUSTOMERS; customer++) {
    for (const { name, columns } of tables.filter(isOwned)) {
      db.exec(`INSERT INTO ${name} SELECT ${customer}, ${columns.slice(1)} FROM ${name} WHERE customer_id = ${first}`)
    }
    listCopies(db, customer, 0, 1, 1)
    for (const table of originals) copy(db, table)
  }
}

/** Updates the counters that depend on reservations: participants of activities, and rooms that the channel can sell. */
function updateCounters(db: DatabaseSync): void {
  db.exec(`
    DELETE FROM activity_slot;
    INSERT INTO activity_slot (customer_id, activity_id, slot_date, slot_time, slot_capacity, booked)
      SELECT customer_id, activity_id, activity_date, start_time, NULL, sum(participants)
      FROM reservation CROSS JOIN activity_booking USING (customer_id, reservation_id)
      WHERE status_id IN (2, 3, 4) GROUP BY 1, 2, 3, 4;
    CREATE TEMP TABLE sold AS SELECT customer_id, allot_room_id, night, count(*) AS rooms
      FROM room_night WHERE allot_room_id IS NOT NULL GROUP BY 1, 2, 3;
    CREATE UNIQUE INDEX temp.sold_on ON sold (customer_id, allot_room_id, night);
    UPDATE room_day SET rooms_to_sell = 9000 - coalesce((
      SELECT rooms FROM sold WHERE sold.customer_id = room_day.customer_id AND allot_room_id = channel_room_id AND night = day), 0)
    WHERE channel_room_id = 'CAB'`)
}

/** Adds a sale and an inventory item for each cycle of reservations. Each sale reduces the stock by its quantity. */
function copySales(db: DatabaseSync, layers: number, customer: number): void {
  const many = (layers * LAYER) / CYCLE.length
  const number = `WITH RECURSIVE number (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM number WHERE i < ${many})`
  const again = (table: string, values: Record<string, string>) => {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').all(table) as { name: string }[]
    const written = columns.map(({ name }) => values[name] ?? `o.${name}`)
    db.exec(`${number} INSERT INTO ${table} SELECT ${written} FROM number CROSS JOIN ${table} AS o
      WHERE o.customer_id = ${customer} ORDER BY i`)
  }
  again('inventory_item', { inventory_id: 'i' })
  again('stock', { inventory_id: 'i' })
  again('sale_item', { sale_id: 'i', quantity_left: 'o.quantity_left - (i - 1) * o.quantity' })
  again('sale_payment', { sale_id: 'i' })
  again('sale', { sale_id: 'i', identity: "printf('sale-%08d', i)" })
  db.exec(`
    UPDATE stock SET quantity = quantity - (SELECT sum(quantity) FROM sale_item WHERE sale_id > 1)
    WHERE customer_id = ${customer} AND inventory_id = 1 AND inventory_location_id = 1`)
}
