import { X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertificateReport } from '../../shared/contract/views';
import { Refusal } from '../../shared/model/problem';
import { isUsable, newAuthority } from '../receiver/tls/authority';
import type { Pair } from '../receiver/tls/certificate';

/** The certificate, for whoever is to trust it, and its key, for its owner alone. */
const AUTHORITY_FILES = { cert: 'receiver-ca.pem', key: 'receiver-ca.key' } as const;

/**
 * Who signs the certificates of the receiver's https ports: made at the first need, kept in the data folder, and made
 * anew when it is near its end (after ten years) or cannot be read.
 */
export class ReceiverAuthority {
  readonly #dataDir: string;
  readonly #wallMs: () => number;
  #pair: Pair | null = null;

  constructor(dataDir: string, wallMs: () => number) {
    this.#dataDir = dataDir;
    this.#wallMs = wallMs;
  }

  /** @throws Refusal `unavailable` when the files cannot be written */
  get pair(): Pair {
    if (this.#pair === null || !isUsable(this.#pair, this.#wallMs())) this.#pair = this.#kept() ?? this.#made();
    return this.#pair;
  }

  /** @throws as `pair` */
  report(): CertificateReport {
    const { cert } = this.pair;
    return { pem: cert, file: this.#path(AUTHORITY_FILES.cert), until: Date.parse(new X509Certificate(cert).validTo) };
  }

  #kept(): Pair | null {
    const [cert, key] = [this.#read(AUTHORITY_FILES.cert), this.#read(AUTHORITY_FILES.key)];
    if (cert === null || key === null || !isUsable({ cert, key }, this.#wallMs())) return null;
    if (process.platform !== 'win32') chmodSync(this.#path(AUTHORITY_FILES.key), 0o600);
    return { cert, key };
  }

  #made(): Pair {
    const pair = newAuthority(this.#wallMs());
    try {
      this.#write(AUTHORITY_FILES.key, pair.key, 0o600);
      this.#write(AUTHORITY_FILES.cert, pair.cert, 0o644);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `The receiver’s certificate cannot be kept in the data folder: ${why}.`;
      throw new Refusal({ code: 'unavailable', message });
    }
    return pair;
  }

  #path(name: string): string {
    return join(this.#dataDir, name);
  }

  #read(name: string): string | null {
    try {
      return readFileSync(this.#path(name), 'utf8');
    } catch {
      return null;
    }
  }

  /** Whole or not at all. */
  #write(name: string, text: string, mode: number): void {
    const part = `${this.#path(name)}.part`;
    writeFileSync(part, text, { mode });
    renameSync(part, this.#path(name));
  }
}
