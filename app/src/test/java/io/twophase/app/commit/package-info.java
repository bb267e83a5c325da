/** Callers that share batches. */
@NullMarked
package io.twophase.app.commit;

import org.jspecify.annotations.NullMarked;
