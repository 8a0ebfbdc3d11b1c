// The way to the server: JSON with the CSRF token, given up after `patience` ms. Answers the parsed JSON.

const body = document.body;
export const PATIENCE = 5000; // ms

// Names one intention: sent twice with the same key, it is carried out once.
export const newKey = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

export async function post(address, content, { key, patience = PATIENCE } = {}) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": body.dataset.csrf };
  if (key) headers["Idempotency-Key"] = key;
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(content), signal });
  const answer = await response.json();
  if (response.status === 401) leave(answer.error);
  return answer;
}

// Logged out elsewhere: the page leads to the login. Locked: it leads to the lock, and back; a page that may be looked at
// does not do so when it is loaded again.
export function leave(error) {
  if (error?.code === "locked") location.assign(document.querySelector("#only-shown a").href);
  else location.reload();
}
