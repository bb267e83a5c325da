/** Ranges of batches on accounts: the domain's rules as guarded updates. */
@NullMarked
package io.twophase.adapter.mongo.range;

import org.jspecify.annotations.NullMarked;
