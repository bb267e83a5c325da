/** Group commit: the transfers of concurrent callers share batches. */
@NullMarked
package io.twophase.app.commit;

import org.jspecify.annotations.NullMarked;
