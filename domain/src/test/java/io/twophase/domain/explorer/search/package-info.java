/** The search: visits every world, and judges each. */
@NullMarked
package io.twophase.domain.explorer.search;

import org.jspecify.annotations.NullMarked;
