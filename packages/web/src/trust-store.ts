const database = 'thumbturn'
const table = 'trust'

/** Runs one request on the object store of keys. */
export async function transaction<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table)
  const db = await answered<IDBDatabase>(opening)
  try {
    return await answered<Result>(ask(db.transaction(table, mode).objectStore(table)))
  } finally {
    db.close()
  }
}

function answered<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
