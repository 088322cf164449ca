/** Promises about customers on several databases. An id is stable, and is not used again for another promise. */
export const SHARDS = {
  'SHARD-1':
    'A new customer is placed on the database that the setting names, and stays there. A creation that was interrupted is completed by the same request.',
  'SHARD-2': 'Access tokens and links contain the number of the database. With one database they do not.',
  'SHARD-3': 'A database serves only the customers that its own table lists.',
  'SHARD-4':
    'Tokens, keys, bookmarks and links from before a move keep working. The first use costs two more round trips.',
  'SHARD-5': 'A move loses no row, leaves no row behind and changes no other customer.',
  'SHARD-6': 'During a move writes are 503 with `Retry-After`. Reads continue.',
  'SHARD-7': 'Of bookings that run during a move, each acknowledged one is stored once and complete.',
  'SHARD-8': 'Whatever fails during a move, the move can continue and one database serves the customer.',
  'SHARD-9': 'A copy that differs stops the move, names the difference, and switches nothing.',
  'SHARD-10': 'A move can be cancelled.',
  'SHARD-11': 'An invalid list of databases stops the service.',
  'SHARD-12':
    '`healthdb` probes all databases in turn, and the hourly run cleans all of them. It skips customers that are being moved.',
  'SHARD-13':
    'A move copies and compares every column of the databases, including columns that the Worker does not know.',
  'SHARD-14':
    'A move is refused if the migrations, tables or columns of the two databases differ, or are not those of the Worker. Cancelling it is always possible.',
  'SHARD-15': 'A copy that began under other migrations is begun again.',
}
