import { ABUSE, PRICES } from './assumptions.ts';
import { LISTS } from './cost.ts';
import { countReadUnits, DESIGNED, runFunction, storeImages, writeUnits } from './prices.ts';

/** The memory of a function with one full vCPU, in GB. */
const VCPU_GB = 1_769 / 1_024;

const { row, words, upload, photo, image } = ABUSE.kilobytes;
const { seconds } = ABUSE;

/**
 * The calls of a deletion, until the images are deleted a second time. The row is read and replaced, which removes its places in the lists and
 * adds a place in `pending`. Two queries find no edit, and one query finds no edit that waits. The end removes the place in `pending`.
 */
export const DELETION = { putUnits: 1, endUnits: 2, queries: 3, bucketLists: 1 } as const;

/**
 * Computes the price of a deletion. The requests that delete an object are free.
 * @param kilobytes the size of the row.
 * @param listed the size of its places in the lists.
 */
function priceDeletion(kilobytes: number, listed: number): number {
  return (
    (countReadUnits(kilobytes) + DELETION.queries) * PRICES.readUnit +
    writeUnits(kilobytes + LISTS * listed + DELETION.putUnits + DELETION.endUnits) +
    DELETION.bucketLists * PRICES.s3Put +
    runFunction(seconds.deletion)
  );
}

/**
 * The images that cost no credit, each with its first month and its deletion: the price of each. A deletion has no limit, but each image is
 * deleted once.
 */
export const UNPAID_IMAGES = {
  /**
   * The upload and the copy; the row with its places in `pending` and the lists, reserved and settled; the ledger with its index, the balance
   * and the counters.
   */
  picture:
    2 * PRICES.s3Put +
    PRICES.s3Get +
    writeUnits(22 + 3 * LISTS) +
    runFunction(seconds.picture) +
    storeImages(upload) +
    priceDeletion(1, 1),
  /**
   * The three images are read and stored; the row is written twice, also to `pending` and without its design to the lists; the limit is
   * counted.
   */
  copy:
    3 * (PRICES.s3Get + PRICES.s3Put) +
    2 * writeUnits(2 * DESIGNED + LISTS * (row + words)) +
    PRICES.writeUnit +
    runFunction(seconds.copy) +
    storeImages(image) +
    priceDeletion(DESIGNED, row + words),
  /** The upload is read and converted, with one full vCPU; the photo and its preview are stored; the row as in a copy. */
  photo:
    PRICES.s3Get +
    2 * PRICES.s3Put +
    2 * writeUnits((2 + LISTS) * row) +
    PRICES.writeUnit +
    runFunction(seconds.photo, VCPU_GB) +
    storeImages(photo) +
    priceDeletion(row, row),
} as const;
