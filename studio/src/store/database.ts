// The database of the browser: texts of the static page, versions of texts, settings.

const NAME = "sandtable-studio";
const VERSION = 1;

export type Table = "texts" | "versions" | "settings";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore("texts", { keyPath: "path" });
      const versions = database.createObjectStore("versions", { keyPath: "id", autoIncrement: true });
      versions.createIndex("file", ["root", "path"]);
      database.createObjectStore("settings");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps no database"));
  });
  return opened;
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database of the browser fails"));
  });
}

/** Carries out one read of a table. */
export async function read<T>(table: Table, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return result(work(database.transaction(table, "readonly").objectStore(table)));
}

/** Carries out changes of a table in one transaction. */
export async function change(table: Table, work: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open();
  const transaction = database.transaction(table, "readwrite");
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser cannot keep this"));
    transaction.onerror = () => reject(transaction.error ?? new Error("the browser cannot keep this"));
  });
  work(transaction.objectStore(table));
  return done;
}
