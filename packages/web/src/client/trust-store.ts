const database = 'thumbturn'
const table = 'trust'

/** Runs one request on the object store of keys. */
export async function runTransaction<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table)
  const db = await toPromise<IDBDatabase>(opening)
  try {
    return await toPromise<Result>(ask(db.transaction(table, mode).objectStore(table)))
  } finally {
    db.close()
  }
}

function toPromise<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
