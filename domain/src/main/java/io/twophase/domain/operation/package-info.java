/** Operations of a transaction, one document each: a sealed family, and the digest of each. */
@NullMarked
package io.twophase.domain.operation;

import org.jspecify.annotations.NullMarked;
