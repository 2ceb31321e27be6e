type ToScript = (address: string) => string;

/** Not in the compiler's types. A policy's result may replace a text, so its type is a string. */
export interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: ToScript },
  ): { readonly createScriptURL: ToScript };
}

declare global {
  interface Window {
    /** Absent in some browsers. */
    readonly trustedTypes?: TrustedTypes;
  }
}

const rules = { createScriptURL: ofThisOrigin };
/** The only policy that the Content-Security-Policy allows, by its name. */
const policy = window.trustedTypes?.createPolicy('portfolio', rules) ?? rules;

/** Address of our own script for `new Worker`. The policy rejects others. */
export function trustedScript(address: string): string {
  return policy.createScriptURL(address);
}

function ofThisOrigin(address: string): string {
  const { origin, href } = new URL(address, location.href);
  if (origin === location.origin) return href;
  throw new TypeError(`A script runs here only from ${location.origin}, not from ${origin}.`);
}
