type ToScript = (address: string) => string;

/** What browsers offer and the compiler's types do not name. What a policy makes stands where a text may, so it is typed as one. */
export interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: ToScript },
  ): { readonly createScriptURL: ToScript };
}

declare global {
  interface Window {
    /** Left out where a browser has none. */
    readonly trustedTypes?: TrustedTypes;
  }
}

const rules = { createScriptURL: ofThisOrigin };
/** The one policy that the Content-Security-Policy admits, by its name. */
const policy = window.trustedTypes?.createPolicy('portfolio', rules) ?? rules;

/** The address of a script of ours, as `new Worker` takes it; no other is admitted. */
export function trustedScript(address: string): string {
  return policy.createScriptURL(address);
}

function ofThisOrigin(address: string): string {
  const { origin, href } = new URL(address, location.href);
  if (origin === location.origin) return href;
  throw new TypeError(`A script runs here only from ${location.origin}, not from ${origin}.`);
}
