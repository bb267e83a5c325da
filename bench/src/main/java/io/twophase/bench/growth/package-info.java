/** How each figure changes as the store grows. */
@NullMarked
package io.twophase.bench.growth;

import org.jspecify.annotations.NullMarked;
