import './early-access.css';

/** Marks a feature that only some packs have so far. */
export const EarlyAccess = () => <span className="early-access">Early access</span>;
