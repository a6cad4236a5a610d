/** A test reporter: a line for each test, the reason of each failure, and a last line with the counts. */

/** @param {AsyncIterable<any>} events */
export default async function* report(events) {
  let [passed, failed] = [0, 0];
  for await (const { type, data } of events) {
    // A test that was skipped has not passed.
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
