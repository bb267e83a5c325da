/** What a batch holds of one account: a range within which it may move the balance. */
@NullMarked
package io.twophase.domain.range;

import org.jspecify.annotations.NullMarked;
