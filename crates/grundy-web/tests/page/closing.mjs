/** Reports tests a line each, the failures with their reasons, and a closing line that counts them. */

/** @param {AsyncIterable<any>} events */
export default async function* closing(events) {
  let [passed, failed] = [0, 0];
  for await (const { type, data } of events) {
    // What was left out by a pattern has not passed.
    const isTest = data?.details?.type !== "suite" && data?.skip === undefined;
    if (type === "test:pass" && isTest) {
      passed++;
      yield `ok      ${data.name}\n`;
    } else if (type === "test:fail" && isTest) {
      failed++;
      const { error } = data.details;
      yield `FAILED  ${data.name}\n${String(error?.cause?.stack ?? error?.cause ?? error)}\n`;
    } else if (type === "test:stderr" || type === "test:stdout") {
      yield data.message;
    }
  }
  yield `${passed} passed, ${failed} failed\n`;
}
