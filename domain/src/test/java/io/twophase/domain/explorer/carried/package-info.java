/** Every run of passes that carry and remove, beside a reader of the statement. */
@NullMarked
package io.twophase.domain.explorer.carried;

import org.jspecify.annotations.NullMarked;
