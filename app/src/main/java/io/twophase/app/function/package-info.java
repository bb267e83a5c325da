/**
 * Transactions stated by a function, which reads documents, computes, and writes: see {@link
 * io.twophase.app.function.Functions}.
 */
@NullMarked
package io.twophase.app.function;

import org.jspecify.annotations.NullMarked;
