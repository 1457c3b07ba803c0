// What is shown in the place of an answer that the service cannot give yet.

export function Opening({ what }: { what: string }) {
  return (
    <p class="quiet opening" role="status">
      Opening {what} …
    </p>
  );
}
