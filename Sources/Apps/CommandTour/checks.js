// What the tour is told with: chapters, what came back, and whether it was what should have come back.

const tour = {
    failures: 0,

    /** Starts a chapter. */
    chapter(title) {
        console.log(`\n${title}\n${"-".repeat(title.length)}`);
    },

    /** Prints what came back from `code`, and counts it as wrong unless `isRight`. */
    show(code, answer, isRight) {
        if (!isRight) tour.failures += 1;
        console.log(isRight ? " ok " : "WRONG", code, "->", answer);
    },

    /** Calls `promise` and prints the error that it must be rejected with. */
    async refused(code, promise, expected) {
        try {
            tour.show(code, await promise(), false);
        } catch (error) {
            tour.show(code, `${error.code ?? error.name}: ${error.message}`, (error.code ?? error.name) === expected);
        }
    },
};
