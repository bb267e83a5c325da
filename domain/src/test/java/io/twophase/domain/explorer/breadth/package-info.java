/** The one search that every explorer uses, and what it asks of a space of states. */
@NullMarked
package io.twophase.domain.explorer.breadth;

import org.jspecify.annotations.NullMarked;
