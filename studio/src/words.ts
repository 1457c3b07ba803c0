// Small helps for sentences.

/** `1 error`, `2 errors`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Percent as the program prints them: `66.67 %`. */
export function percent(value: number): string {
  return `${value.toFixed(2)} %`;
}

/** A time of the past in words. */
export function ago(time: number, now = Date.now()): string {
  const minutes = Math.round((now - time) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${counted(hours, "hour")} ago`;
  return new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
